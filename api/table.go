// Package api holds the machine contract of the Travel Search and Handoff
// Service and the table of operations made from it. The client, the sandbox,
// the help texts, shell completion and the tool schemas all read this table,
// so a limit is written down once: in openapi.yaml.
package api

//go:generate go run -C ../tools ./opsgen ../api/openapi.yaml ../api/operations.gen.go ../internal/apiclient/calls.gen.go ../internal/schema/schemas.gen.go

// Operation is one operation of the contract.
type Operation struct {
	ID       string  // operationId, a stable name
	Method   string  // HTTP method
	Path     string  // path template, as in /v1/flights/trips/{tripId}
	Tag      string  // group of the contract
	Summary  string  // one line, no full stop
	About    string  // a few sentences, may be empty
	Class    Class   // by which rules it may be sent again
	Open     bool    // needs no bearer token
	HasBody  bool    // takes a JSON body, whose fields are the body parameters
	Success  int     // the one 2xx status
	Answer   string  // the name of the schema of its body
	Statuses []int   // every status the contract declares, ascending
	Params   []Param // path, query and body parameters in the contract's order
}

// Class groups the operations that may be sent again by the same rules. The
// contract names it under x-class, except for a read.
type Class uint8

// The classes of an operation. The zero value is the most careful one.
const (
	Create   Class = iota // starts a search and spends quota: never sent twice in doubt
	Poll                  // reads a search that is still running
	Read                  // any other read
	Link                  // builds an address, without an upstream call
	Feedback              // takes one message
)

// Place says where a parameter travels.
type Place uint8

// The places of a parameter.
const (
	InPath Place = iota + 1
	InQuery
	InBody
)

// Kind is the type of a parameter's value, or of one item of a list.
type Kind uint8

// The kinds of a value.
const (
	String  Kind = iota + 1
	Integer      // whole number
	Number       // decimal number
	Boolean      // true, false, 1 or 0
)

// Param is one parameter of an operation with all its limits. For a list
// (List true) Kind, Min, Max, Enum and Pattern describe one item.
type Param struct {
	Name     string // on the wire
	In       Place
	Kind     Kind
	List     bool // repeated or comma-separated
	Required bool

	HasMin, HasMax bool
	Min, Max       float64 // bounds of a number, both inclusive
	MinLen, MaxLen int     // characters of a string; with MaxLen 0 there is no bound
	MinItems       int     // of a list
	MaxItems       int     // of a list; with 0 there is no bound
	Pattern        string  // regular expression of a string, RE2
	Enum           []string
	Default        string // what the service applies when the parameter is absent
	HasDefault     bool
	Help           string // what it is for, in a sentence or two
}

// Find returns the operation with that operationId.
func Find(id string) (*Operation, bool) {
	for i := range Operations {
		if Operations[i].ID == id {
			return &Operations[i], true
		}
	}
	return nil, false
}

// Param returns the operation's parameter of that name.
func (o *Operation) Param(name string) (*Param, bool) {
	for i := range o.Params {
		if o.Params[i].Name == name {
			return &o.Params[i], true
		}
	}
	return nil, false
}
