package schema

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"
)

// reflection makes schemas of types, as encoding/json writes their values.
type reflection struct {
	defs  map[string]any // of structs with a name, by it
	types map[string]reflect.Type
}

func newReflection() *reflection {
	return &reflection{defs: map[string]any{}, types: map[string]reflect.Type{}}
}

// Free is implemented by types that write their JSON by hand: JSONType is the type of it, such as object,
// whose members are not told.
type Free interface{ JSONType() string }

// of is the schema of the type of a value.
func (r *reflection) of(value any) *Schema { return r.typed(reflect.TypeOf(value)) }

func (r *reflection) typed(t reflect.Type) *Schema {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return &Schema{Type: "string", Format: "date-time"}
	case t == reflect.TypeFor[json.Number]():
		return &Schema{Type: "number"}
	case t == reflect.TypeFor[json.RawMessage]():
		return &Schema{}
	case t.Implements(reflect.TypeFor[Free]()):
		return &Schema{Type: reflect.Zero(t).Interface().(Free).JSONType()}
	case t.Implements(reflect.TypeFor[json.Marshaler]()) && t.Kind() != reflect.Pointer:
		return &Schema{}
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) && t.Kind() != reflect.Pointer:
		return &Schema{Type: "string"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return orNull(r.typed(t.Elem()))
	case reflect.Slice:
		return &Schema{Type: "array", Items: r.typed(t.Elem())} // a list without rows is []
	case reflect.Array:
		return &Schema{Type: "array", Items: r.typed(t.Elem())}
	case reflect.Map:
		return orNull(&Schema{Type: "object", Additional: r.typed(t.Elem())})
	case reflect.Struct:
		return r.named(t)
	case reflect.String:
		return &Schema{Type: "string"}
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.Float32, reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.Interface:
		return &Schema{}
	}
	return &Schema{Type: "integer"}
}

// orNull is a schema that takes null too, as a pointer and a map without a value are written.
func orNull(s *Schema) *Schema {
	if kind, ok := s.Type.(string); ok {
		s.Type = []string{kind, "null"}
		return s
	}
	if s.Ref == "" {
		return s // takes everything, or null already
	}
	return &Schema{AnyOf: []*Schema{s, {Type: "null"}}}
}

// named is a struct: one with a name is defined once. Types of one name are told
// apart by their package, and those of packages of one name by a number.
func (r *reflection) named(t reflect.Type) *Schema {
	name := strings.TrimSuffix(t.Name(), "JSON")
	if name == "" || strings.ContainsAny(name, "[") {
		return r.members(t)
	}
	name = t.PkgPath()[strings.LastIndexByte(t.PkgPath(), '/')+1:] + "." + name
	for r.types[name] != nil && r.types[name] != t {
		name += "2"
	}
	if r.types[name] == nil {
		r.types[name] = t // which may hold itself
		r.defs[name] = r.members(t)
	}
	return &Schema{Ref: "#/$defs/" + name}
}

// members are those of an object. Without omitempty or omitzero each is always there.
func (r *reflection) members(t reflect.Type) *Schema {
	s := &Schema{Type: "object", Properties: map[string]*Schema{}}
	for field := range t.Fields() {
		tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous && tag == "":
			inner := r.members(field.Type)
			for name, member := range inner.Properties {
				if s.Properties[name] == nil {
					s.Properties[name] = member
				}
			}
			s.Required = append(s.Required, inner.Required...)
			continue
		case tag == "-", !field.IsExported():
			continue
		case tag == "":
			tag = field.Name
		}
		member := r.typed(field.Type)
		if list := field.Tag.Get("words"); list != "" { // that are all there will ever be
			member.Enum = strings.Split(list, ",")
		}
		if strings.Contains(options, "omit") {
			member = never(member)
		} else {
			s.Required = append(s.Required, tag)
		}
		s.Properties[tag] = member
	}
	slices.Sort(s.Required)
	s.Required = slices.Compact(s.Required)
	return s
}

// never is a schema without null, which is left out where it is empty.
func never(s *Schema) *Schema {
	if kinds, ok := s.Type.([]string); ok && len(kinds) == 2 {
		s.Type = kinds[0]
	}
	if len(s.AnyOf) == 2 && s.AnyOf[1].Type == "null" {
		return s.AnyOf[0]
	}
	return s
}
