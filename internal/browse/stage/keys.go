package stage

import (
	"strings"

	"travel.example/travel/internal/screen"
)

// A Binding is a set of keys, their description, and their action.
type Binding struct {
	Key
	Of   string // title of its table
	Do   func()
	Bars func() string // why it is unavailable now, in a sentence; "" if it is available; nil if it always is
}

// Key is a row of a key table, as shown to users.
type Key struct {
	Keys string // names as in [screen.Key], separated by blanks: "enter l right"; the foot line shows the first
	Foot string // label on the foot line, such as "open"; "" keeps them off it
	Does string // description for the help: "Open the trip under the cursor"
	Last bool   // always shown at the end of the foot line
}

// Barred returns why the binding is unavailable now, or "".
func (b Binding) Barred() string {
	if b.Bars == nil {
		return ""
	}
	return b.Bars()
}

// Row is a row of a key table for places of type P, a pointer type.
type Row[P any] struct {
	Keys, Foot, Does string         // see [Key]
	Last             bool           // see [Key]
	Do               func(P)        // nil if the place handles these keys itself, as a [Typist]
	Bars             func(P) string // why it is unavailable now; nil if it always is
}

func (r *Row[P]) key() Key { return Key{Keys: r.Keys, Foot: r.Foot, Does: r.Does, Last: r.Last} }

// Table is the key table of places of type P. It is the source for dispatch, foot line, help and documentation.
// Tables are returned by functions rather than stored in variables because their actions refer back to them.
type Table[P any] struct {
	Title string // heading in the help: "A list of trips"
	Rows  []Row[P]
}

// For returns the bindings for a place.
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

// Needs returns a function for Row.Bars that gives the reason why while ok does not hold.
func Needs[P any](ok func(P) bool, why string) func(P) string {
	return func(p P) string {
		if ok(p) {
			return ""
		}
		return why
	}
}

// Page returns the table for the documentation.
func (t Table[P]) Page() Page {
	page := Page{Title: t.Title}
	for i := range t.Rows {
		page.Keys = append(page.Keys, t.Rows[i].key())
	}
	return page
}

// Page lists the keys of one kind of place, for the documentation.
type Page struct {
	Title string
	Keys  []Key
}

// find returns the binding that has a key of that name, or nil.
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

// first returns the key of a row that the foot line shows.
func (k Key) first() string {
	name, _, _ := strings.Cut(k.Keys, " ")
	return name
}

// Pages returns the key bindings of menus and questions, and those that work everywhere.
func Pages() []Page { return []Page{menuKeys().Page(), questionKeys(nil, nil).Page(), own().Page()} }

// own is the stage's own key table. Ctrl-C and Ctrl-Z are listed for documentation only: the screen handles them.
func own() Table[*Stage] {
	inner := Needs(func(s *Stage) bool { return len(s.stack) > 1 }, "This is the first page; q quits.")
	named := Needs(func(s *Stage) bool { return s.line() != "" }, "There is no command for this place.")
	return Table[*Stage]{Title: "Everywhere", Rows: []Row[*Stage]{
		{Keys: "esc h left backspace", Foot: "back", Does: "Go back", Last: true, Do: (*Stage).Back, Bars: inner},
		{Keys: "?", Foot: "help", Does: "Show the keys of this place", Last: true, Do: (*Stage).help},
		{Keys: ":", Foot: "command", Does: "Show the command line that gives what is on the screen", Do: (*Stage).command, Bars: named},
		{Keys: "ctrl+o", Does: "Release the mouse to the terminal, or take it back", Do: (*Stage).freeMouse},
		{Keys: "ctrl+l", Does: "Draw the screen again", Do: func(s *Stage) { s.Screen.Redraw() }},
		{Keys: "q", Foot: "leave", Does: "Quit; row numbers still work in commands", Last: true, Do: (*Stage).Leave},
		{Keys: "ctrl+c", Does: "Quit at once, even while typing or at a question"},
		{Keys: "ctrl+z", Does: "Stop, and give the terminal to the shell; its fg goes on here"},
	}}
}

func (s *Stage) keys() []Binding {
	table := own()
	for i := range table.Rows {
		if s.freed && table.Rows[i].Keys == "ctrl+o" { // show how to leave this mode
			table.Rows[i].Foot = "take the mouse"
		}
	}
	return table.For(s)
}

// Digit returns the number of a key from 1 to 9, or 0 for any other event.
func Digit(e screen.Event) int {
	k, ok := e.(screen.Key)
	if n := int(k.Rune - '0'); ok && k.Code == screen.Text && k.Mod == 0 && n >= 1 && n <= 9 {
		return n
	}
	return 0
}

// freeMouse gives the mouse back to the terminal, so that its text selection works, or takes it again.
func (s *Stage) freeMouse() {
	if s.freed = !s.freed; s.freed {
		s.Say("The terminal has the mouse; ctrl+o takes it back.")
		return
	}
	s.Say("The mouse works here again; ctrl+o releases it, and in most terminals Shift selects text.")
}
