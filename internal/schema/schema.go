// Package schema makes the JSON Schemas (2020-12) of what the program prints for programs: the bodies of
// the service as the contract has them, and documents of its own as their structs have them. All are
// open: members may come, and a word that no schema lists may come where words are listed as examples.
package schema

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"travel.example/travel/api"
)

// Version is that of all schemas, in their ids. It changes when a member is renamed or goes, which a
// test keeps from happening unseen.
const Version = "1"

// Dialect is the dialect of all schemas.
const Dialect = "https://json-schema.org/draft/2020-12/schema"

// ID is the id of the schema of that name: "flights search" is urn:travel:schema:1:flights-search.
func ID(name string) string {
	return "urn:travel:schema:" + Version + ":" + strings.ReplaceAll(name, " ", "-")
}

// A Schema is a JSON Schema, as far as this program's need it.
type Schema struct {
	Dialect     string             `json:"$schema,omitempty"`
	ID          string             `json:"$id,omitempty"`
	Ref         string             `json:"$ref,omitempty"`
	Title       string             `json:"title,omitempty"`
	Description string             `json:"description,omitempty"`
	Type        any                `json:"type,omitempty"` // a word or several
	Const       any                `json:"const,omitempty"`
	Enum        []string           `json:"enum,omitempty"`
	Format      string             `json:"format,omitempty"`
	Properties  map[string]*Schema `json:"properties,omitempty"`
	Additional  *Schema            `json:"additionalProperties,omitempty"`
	Required    []string           `json:"required,omitempty"`
	Items       *Schema            `json:"items,omitempty"`
	AnyOf       []*Schema          `json:"anyOf,omitempty"`
	AllOf       []*Schema          `json:"allOf,omitempty"`
	If          *Schema            `json:"if,omitempty"`
	Then        *Schema            `json:"then,omitempty"`
	Defs        map[string]any     `json:"$defs,omitempty"`
}

// A Shape is what a command prints: a body of the service, or a document of its own.
type Shape struct {
	operation string // whose body it is, "" for an own document
	own       any    // a value of the type that is written, whatever is in it
	member    any    // the same of what is added as the member travel; nil for nothing
	list      string // the member that holds several bodies in a list; "" for one body
}

// Body is the body of an operation, with what is added as the member travel.
func Body(operationID string, member any) Shape { return Shape{operation: operationID, member: member} }

// Bodies is a document that holds bodies of an operation in a list, beside the members of own.
func Bodies(list, operationID string, own, member any) Shape {
	return Shape{operation: operationID, list: list, own: own, member: member}
}

// Document is a document of the program's own.
func Document(own, member any) Shape { return Shape{own: own, member: member} }

// Of is the schema of that name, of what has one of the shapes.
func Of(name, title string, shapes ...Shape) *Schema {
	own := newReflection()
	root := &Schema{Dialect: Dialect, ID: ID(name), Title: title}
	for _, s := range shapes {
		root.AnyOf = append(root.AnyOf, own.shape(s))
	}
	if len(root.AnyOf) == 1 {
		root.AllOf, root.AnyOf = root.AnyOf, nil
	}
	root.Defs = own.defs
	return root
}

// An Event is an event and what it is told with.
type Event struct {
	Name string
	Own  any // a value of the type that is written
}

// Events is the schema of a line of --events, each with member as its member travel. What it does not name
// is a JSON object with the member event, too.
func Events(name, title string, member any, events ...Event) *Schema {
	own := newReflection()
	root := &Schema{
		Dialect: Dialect, ID: ID(name), Title: title, Type: "object", Required: []string{"event"},
		Properties: map[string]*Schema{"event": {Type: "string"}, "travel": own.of(member)},
	}
	kinds := map[string]*Schema{} // several commands may tell of one by their own
	for _, e := range events {
		kind := kinds[e.Name]
		if kind == nil {
			kind = &Schema{}
			kinds[e.Name] = kind
			root.AllOf = append(root.AllOf, &Schema{If: &Schema{Properties: map[string]*Schema{"event": {Const: e.Name}}}, Then: kind})
		}
		kind.AnyOf = append(kind.AnyOf, own.of(e.Own))
	}
	root.Defs = own.defs
	return root
}

// shape is the schema of one shape. What it points to comes to the definitions.
func (r *reflection) shape(s Shape) *Schema {
	out := &Schema{Type: "object", Properties: map[string]*Schema{}}
	if s.own != nil {
		out.AllOf = append(out.AllOf, r.of(s.own))
	}
	switch {
	case s.list != "":
		out.Properties[s.list] = &Schema{Type: "array", Items: r.body(s.operation)}
		out.Required = append(out.Required, s.list)
	case s.operation != "":
		out.AllOf = append(out.AllOf, r.body(s.operation))
	}
	if s.member != nil {
		out.Properties["travel"] = r.of(s.member)
		out.Required = append(out.Required, "travel")
	}
	return out
}

// body is the body of an operation, with all that it points to among the definitions.
func (r *reflection) body(operationID string) *Schema {
	op, ok := api.Find(operationID)
	if !ok {
		panic("no operation " + operationID + " in the contract")
	}
	all, pointer := bodies(), regexp.MustCompile(`"#/\$defs/([A-Za-z0-9]+)"`)
	for open := []string{op.Answer}; len(open) > 0; open = open[1:] {
		if r.defs[open[0]] != nil {
			continue
		}
		text := all[open[0]]
		r.defs[open[0]] = json.RawMessage(text)
		for _, m := range pointer.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(open, m[1]) {
				open = append(open, m[1])
			}
		}
	}
	return &Schema{Ref: "#/$defs/" + op.Answer}
}
