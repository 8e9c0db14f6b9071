package stage

import "strings"

// A Binding is some keys, what they do, and how to do it.
type Binding struct {
	Key
	Of   string // the title of the table it is from
	Do   func()
	Bars func() string // why it cannot be done now, a sentence; "" where it can; nil: it always can
}

// Key is a row of a table of keys, as people read it.
type Key struct {
	Keys string // as [screen.Key] names them, with blanks between: "enter l right"; the foot line shows the first
	Foot string // what they do in a word for the foot line: "open"; "" keeps them off it
	Does string // what they do in a few words for the help: "Open the trip under the cursor"
	Last bool   // they stand at the end of the foot line, whatever else fits
}

// Barred is why the binding cannot be used now, "" where it can.
func (b Binding) Barred() string {
	if b.Bars == nil {
		return ""
	}
	return b.Bars()
}

// Row is a row of a table of keys of places of the type P, a pointer.
type Row[P any] struct {
	Keys, Foot, Does string         // see [Key]
	Last             bool           // see [Key]
	Do               func(P)        // nil: the place takes these keys itself, as a [Typist]
	Bars             func(P) string // why it cannot be done now; nil: it always can
}

func (r *Row[P]) key() Key { return Key{Keys: r.Keys, Foot: r.Foot, Does: r.Does, Last: r.Last} }

// Table is the keys of the places of the type P. Dispatch, foot line, help and documentation come from it.
// A table is what a function returns, not a variable: what it does leads back to it.
type Table[P any] struct {
	Title string // of the help: "A list of trips"
	Rows  []Row[P]
}

// For are the bindings of one place.
func (t Table[P]) For(p P) []Binding {
	bound := make([]Binding, len(t.Rows))
	for i := range t.Rows {
		row := &t.Rows[i]
		bound[i] = Binding{Key: row.key(), Of: t.Title, Do: func() { row.Do(p) }}
		if row.Do == nil {
			bound[i].Do = func() {}
		}
		if row.Bars != nil {
			bound[i].Bars = func() string { return row.Bars(p) }
		}
	}
	return bound
}

// Page is a table as the documentation shows it.
func (t Table[P]) Page() Page {
	page := Page{Title: t.Title}
	for i := range t.Rows {
		page.Keys = append(page.Keys, t.Rows[i].key())
	}
	return page
}

// Page is the keys of a kind of place, for people.
type Page struct {
	Title string
	Keys  []Key
}

// find is the binding that has a key by that name, nil where there is none.
func find(table []Binding, name string) *Binding {
	for i := range table {
		for rest := table[i].Keys; rest != ""; {
			var one string
			one, rest, _ = strings.Cut(rest, " ")
			if one == name {
				return &table[i]
			}
		}
	}
	return nil
}

// first is the key of a row that the foot line shows.
func (k Key) first() string {
	name, _, _ := strings.Cut(k.Keys, " ")
	return name
}

// Own are the keys that work in every place.
func Own() Page { return own().Page() }

// own is the table of the stage itself. Ctrl-C and Ctrl-Z are only told of: the screen sees to them.
func own() Table[*Stage] {
	return Table[*Stage]{Title: "Everywhere", Rows: []Row[*Stage]{
		{Keys: "esc h left backspace", Foot: "back", Does: "Go back", Last: true, Do: (*Stage).Back, Bars: (*Stage).first},
		{Keys: "?", Foot: "help", Does: "Show the keys of this place", Last: true, Do: (*Stage).help},
		{Keys: ":", Foot: "command", Does: "Show the command line that gives what is on the screen", Do: (*Stage).command, Bars: (*Stage).noLine},
		{Keys: "ctrl+o", Does: "Give the mouse back to the terminal, or take it again", Do: (*Stage).freeMouse},
		{Keys: "ctrl+l", Does: "Draw the screen again", Do: func(s *Stage) { s.Screen.Redraw() }},
		{Keys: "q", Foot: "leave", Does: "Leave; the lists stay for the commands", Last: true, Do: (*Stage).Leave},
		{Keys: "ctrl+c", Does: "Leave at once, also while something is typed or asked"},
		{Keys: "ctrl+z", Does: "Stop, and give the terminal to the shell; its fg goes on here"},
	}}
}

// keys are the stage's own bindings.
func (s *Stage) keys() []Binding {
	table := own()
	for i := range table.Rows {
		if s.freed && table.Rows[i].Keys == "ctrl+o" { // a mode that one has to be able to leave
			table.Rows[i].Foot = "take the mouse"
		}
	}
	return table.For(s)
}

// first bars the way back from the first place.
func (s *Stage) first() string {
	if len(s.stack) > 1 {
		return ""
	}
	return "This is the first place; q leaves."
}

// freeMouse gives the mouse back to the terminal, whose own selection works then, or takes it.
func (s *Stage) freeMouse() {
	if s.freed = !s.freed; s.freed {
		s.Say("The mouse is the terminal's own now; ctrl+o takes it again.")
		return
	}
	s.Say("The mouse works here again; ctrl+o gives it back, and in most terminals Shift selects text.")
}
