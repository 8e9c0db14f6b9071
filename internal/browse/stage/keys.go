package stage

import (
	"slices"
	"strings"

	"travel.example/travel/internal/screen"
)

// A Binding is a set of keys, their description, and their action.
type Binding struct {
	Keys string        // names as in [screen.Key], separated by blanks: "enter l right"; the foot line shows the first
	Foot string        // label on the foot line, such as "open"; "" keeps them off it
	Does string        // description for the help: "Open the trip under the cursor"
	Last bool          // always shown at the end of the foot line
	Do   func()        // nil if the place handles these keys itself, as a [Typist]
	Bars func() string // why it is unavailable now, in a sentence; "" if it is available; nil if it always is
	Of   string        // title of its table, set by [Table]
}

// Barred returns why the binding is unavailable now, or "".
func (b Binding) Barred() string {
	if b.Bars == nil {
		return ""
	}
	return b.Bars()
}

// Table returns the key bindings of a kind of place under a title such as "A list of trips". It is the source for
// dispatch, foot line, help and documentation.
func Table(title string, rows ...[]Binding) []Binding {
	all := slices.Concat(rows...)
	for i := range all {
		all[i].Of = title
	}
	return all
}

// Needs returns a function for Binding.Bars that gives the reason why while ok does not hold.
func Needs(ok func() bool, why string) func() string {
	return func() string {
		if ok() {
			return ""
		}
		return why
	}
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

// first returns the key of a binding that the foot line shows.
func (b Binding) first() string {
	name, _, _ := strings.Cut(b.Keys, " ")
	return name
}

// Pages returns the key bindings of menus and questions, and those that work everywhere, for the documentation.
func Pages() [][]Binding {
	return [][]Binding{(&menu{}).Keys(), newQuestion(nil, "", nil).Keys(), (&Stage{}).keys()}
}

// keys returns the stage's own key bindings. Ctrl-C and Ctrl-Z are listed for documentation only: the screen handles
// them.
func (s *Stage) keys() []Binding {
	inner := Needs(func() bool { return len(s.stack) > 1 }, "This is the first page; q quits.")
	named := Needs(func() bool { return s.line() != "" }, "No command shows this page.")
	mouse := ""
	if s.freed { // show how to leave this mode
		mouse = "take the mouse"
	}
	return Table("Everywhere", []Binding{
		{Keys: "esc h left backspace", Foot: "back", Does: "Go back", Last: true, Do: s.Back, Bars: inner},
		{Keys: "?", Foot: "help", Does: "Show the keys of this place", Last: true, Do: s.help},
		{Keys: ":", Foot: "command", Does: "Show the command line that gives what is on the screen", Do: s.command, Bars: named},
		{Keys: "ctrl+o", Foot: mouse, Does: "Release the mouse to the terminal, or take it back", Do: s.freeMouse},
		{Keys: "ctrl+l", Does: "Draw the screen again", Do: func() { s.Screen.Redraw() }},
		{Keys: "q", Foot: "quit", Does: "Quit; row numbers still work in commands", Last: true, Do: s.Leave},
		{Keys: "ctrl+c", Does: "Quit at once, even while typing or at a question"},
		{Keys: "ctrl+z", Does: "Stop, and give the terminal to the shell; its fg goes on here"},
	})
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
