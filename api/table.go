// Package api has the contract of the Travel Search and Handoff Service and the table of operations generated
// from it. The client, the sandbox, the help texts, shell completion and the tool schemas all use this table, so
// every limit is defined only once, in openapi.yaml.
package api

//go:generate go run -C ../tools ./opsgen ../api/openapi.yaml ../api/operations.gen.go ../internal/apiclient/calls.gen.go ../internal/desk/requests.gen.go ../internal/schema/schemas.gen.go

// Operation is one operation of the contract.
type Operation struct {
	ID       string  // operationId, which never changes
	Method   string  // HTTP method
	Path     string  // path template such as /v1/flights/trips/{tripId}
	Tag      string  // tag in the contract
	Summary  string  // one line without a period
	About    string  // a few sentences, may be empty
	Class    Class   // rules for sending it again
	Open     bool    // needs no bearer token
	HasBody  bool    // takes a JSON body, whose fields are the body parameters
	Success  int     // the only 2xx status
	Answer   string  // name of the schema of the response body
	Statuses []int   // every status the contract declares, ascending
	Params   []Param // path, query and body parameters in the contract's order
}

// Class groups operations that follow the same rules for retries. The contract names it in x-class, which a read
// omits.
type Class uint8

// The classes of an operation. The zero value is the most cautious one.
const (
	Create   Class = iota // starts a search and uses quota; never retried if the outcome is unknown
	Poll                  // reads a search that is still running
	Read                  // any other read
	Link                  // builds a URL without an upstream call
	Feedback              // accepts one message
)

// Place is the part of a request that carries a parameter.
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
	MinLen, MaxLen int     // characters of a string; a MaxLen of 0 means no limit
	MinItems       int     // of a list
	MaxItems       int     // of a list; 0 means no limit
	Pattern        string  // regular expression of a string, RE2
	Enum           []string
	Default        string // value that the service uses if the parameter is absent
	HasDefault     bool
	Help           string // purpose in a sentence or two
}

// Find returns the operation with an operationId.
func Find(id string) (*Operation, bool) {
	for i := range Operations {
		if Operations[i].ID == id {
			return &Operations[i], true
		}
	}
	return nil, false
}

// Param returns the operation's parameter with a name.
func (o *Operation) Param(name string) (*Param, bool) {
	for i := range o.Params {
		if o.Params[i].Name == name {
			return &o.Params[i], true
		}
	}
	return nil, false
}
