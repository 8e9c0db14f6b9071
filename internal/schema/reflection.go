package schema

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"
)

// reflection derives schemas from types, in the way encoding/json encodes their values.
type reflection struct {
	defs  map[string]any // of named structs, by name
	types map[string]reflect.Type
}

func newReflection() *reflection {
	return &reflection{defs: map[string]any{}, types: map[string]reflect.Type{}}
}

// Free is implemented by types with custom JSON. JSONType returns its JSON type, such as object, whose members are
// left open.
type Free interface{ JSONType() string }

// of returns the schema of a value's type.
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
		return &Schema{Type: "array", Items: r.typed(t.Elem())} // an empty list is []
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

// orNull returns a schema that also accepts null, as a nil pointer and a nil map are encoded.
func orNull(s *Schema) *Schema {
	if kind, ok := s.Type.(string); ok {
		s.Type = []string{kind, "null"}
		return s
	}
	if s.Ref == "" {
		return s // accepts everything, or null already
	}
	return &Schema{AnyOf: []*Schema{s, {Type: "null"}}}
}

// named returns the schema of a struct. A struct with a name is defined once. Types with the same name are
// distinguished by their package, and packages with the same name by a number.
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
		r.types[name] = t // set first, because the type may contain itself
		r.defs[name] = r.members(t)
	}
	return &Schema{Ref: "#/$defs/" + name}
}

// members returns the schema of an object. A member without omitempty or omitzero is always present.
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
		if list := field.Tag.Get("words"); list != "" { // the complete list of its values
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

// never removes null from a schema, for a member that is omitted when empty.
func never(s *Schema) *Schema {
	if kinds, ok := s.Type.([]string); ok && len(kinds) == 2 {
		s.Type = kinds[0]
	}
	if len(s.AnyOf) == 2 && s.AnyOf[1].Type == "null" {
		return s.AnyOf[0]
	}
	return s
}
