// Package schema produces the JSON Schemas (2020-12) of the program's machine-readable output: the service's bodies
// as in the contract, and the program's own documents derived from their structs. All schemas are open: members may
// be added, and a word outside a list of examples may occur.
package schema

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"travel.example/travel/api"
)

// Version is the version of all schemas, as used in their ids. It changes when a member is renamed or removed; a
// test catches that.
const Version = "1"

// Dialect is the dialect of all schemas.
const Dialect = "https://json-schema.org/draft/2020-12/schema"

// ID returns the id of the schema with the given name: "flights search" is urn:travel:schema:1:flights-search.
func ID(name string) string {
	return "urn:travel:schema:" + Version + ":" + strings.ReplaceAll(name, " ", "-")
}

// A Schema is the subset of JSON Schema that this program uses.
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

// A Shape describes what a command prints: a body of the service, or a document of the program.
type Shape struct {
	operation string // the operation whose body it is, "" for the program's own document
	own       any    // any value of the type that is written
	member    any    // any value of the type added as the member travel; nil if none
	list      string // the member that holds several bodies in a list; "" for one body
}

// Body returns the shape of an operation's body, with member added as travel.
func Body(operationID string, member any) Shape { return Shape{operation: operationID, member: member} }

// Bodies returns the shape of a document that lists several bodies of an operation next to the members of own.
func Bodies(list, operationID string, own, member any) Shape {
	return Shape{operation: operationID, list: list, own: own, member: member}
}

// Document returns the shape of one of the program's own documents.
func Document(own, member any) Shape { return Shape{own: own, member: member} }

// Of returns the named schema for output in any of the shapes.
func Of(name, title string, shapes ...Shape) *Schema {
	own := newReflection()
	root := &Schema{Dialect: Dialect, ID: ID(name), Title: title}
	for _, s := range shapes {
		out := &Schema{Type: "object", Properties: map[string]*Schema{}}
		if s.own != nil {
			out.AllOf = append(out.AllOf, own.of(s.own))
		}
		switch {
		case s.list != "":
			out.Properties[s.list] = &Schema{Type: "array", Items: own.body(s.operation)}
			out.Required = append(out.Required, s.list)
		case s.operation != "":
			out.AllOf = append(out.AllOf, own.body(s.operation))
		}
		if s.member != nil {
			out.Properties["travel"] = own.of(s.member)
			out.Required = append(out.Required, "travel")
		}
		root.AnyOf = append(root.AnyOf, out)
	}
	if len(root.AnyOf) == 1 {
		root.AllOf, root.AnyOf = root.AnyOf, nil
	}
	root.Defs = own.defs
	return root
}

// An Event is an event and its data.
type Event struct {
	Name string
	Own  any // any value of the type that is written
}

// Events returns the schema of one line of --events, with the given type of its member travel. Events that it does
// not name are JSON objects with the member event, too.
func Events(name, title string, member any, events ...Event) *Schema {
	own := newReflection()
	root := &Schema{
		Dialect: Dialect, ID: ID(name), Title: title, Type: "object", Required: []string{"event"},
		Properties: map[string]*Schema{"event": {Type: "string"}, "travel": own.of(member)},
	}
	kinds := map[string]*Schema{} // several commands may report one event, each with its own data
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

// body returns the schema of an operation's body and adds all that it refers to to the definitions.
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
