package cli

import "travel.example/travel/internal/problem"

// Text is a flag whose value may not be empty: a variable of a script that was not set is a mistake, and not
// a flag that was not given.
type Text struct {
	Value *string
	Flag  string // as it is typed: "--below"
	Want  string // what is accepted, as problem.NotAccepted has it
}

// String is part of a flag.
func (f Text) String() string { return "" }

// Type is part of a flag.
func (f Text) Type() string { return "string" }

// Set is part of a flag.
func (f Text) Set(s string) error {
	if s == "" {
		return problem.NotAccepted(f.Flag, s, f.Want, "")
	}
	*f.Value = s
	return nil
}
