package form

import "travel.example/travel/internal/browse/stage"

type row = stage.Binding

// The key tables of the form: of its kinds of entries, of an open calendar, and of the last line while it leads back to
// a list.
const (
	onKind = iota
	onPlace
	onDay
	onLastDay
	inCalendar
	onNumber
	onWord
	onAges
	onFinish
	onListed
)

func (f *form) tables() [][]row {
	next := func(keys string) row {
		return row{Keys: keys, Foot: "next", Does: "Go to the next field", Do: func() { f.move(1) }}
	}
	before := func(keys string) row {
		return row{Keys: keys, Does: "Go to the previous field", Do: func() { f.move(-1) }}
	}
	quietNext := next("tab down")
	quietNext.Foot = ""
	search := row{Keys: "enter", Foot: "search", Does: "Check your input and search", Do: f.run}
	out := row{Keys: "esc", Foot: "out", Does: "Leave the field; then q quits", Do: f.out}
	letter := row{Keys: "q", Does: "A letter here; press esc to leave the field, then q to quit"}
	calendar := row{Keys: "down", Foot: "calendar", Does: "Choose in the calendar"}
	change := row{Keys: "right left l h space", Foot: "change", Does: "Choose the word beside it"}
	spare := stage.Needs(func() bool {
		e, ok := f.current().(*day)
		return ok && e.need == ""
	}, "This day is needed.")
	return [][]row{
		onKind: stage.Table("The form: flights or hotels", []row{
			change, next("enter tab down j"), before("shift+tab up k"), out,
		}),
		onPlace: stage.Table("The form: a place", []row{
			next("enter tab"),
			{Keys: "down", Foot: "choose", Does: "Choose among the places below; without any, the next field", Do: func() { f.move(1) }},
			before("shift+tab up"), out, letter,
		}),
		onDay: stage.Table("The form: the first day", []row{
			next("enter tab"), calendar, before("shift+tab up"), out, letter,
		}),
		onLastDay: stage.Table("The form: the last day", []row{
			search, next("tab"), calendar, before("shift+tab up"), out, letter,
		}),
		inCalendar: stage.Table("The form: its calendar", []row{
			{Keys: "enter tab", Foot: "take", Does: "Accept the day and go to the next field", Do: func() { f.move(1) }},
			{Keys: "right left l h", Foot: "day", Does: "Next or previous day"},
			{Keys: "down up j k", Foot: "week", Does: "Next or previous week; above the first, back to the field"},
			{Keys: "pgdn pgup", Foot: "month", Does: "Next or previous month"},
			{Keys: "home end", Does: "The first or the last of the month"},
			{Keys: "x", Foot: "one way", Does: "No way back: one way", Bars: spare},
			{Keys: "esc", Foot: "back", Does: "Back to your text"},
			before("shift+tab"),
		}),
		onNumber: stage.Table("The form: a number", []row{
			search,
			{Keys: "+ right l", Foot: "more", Does: "One more; or type the number"},
			{Keys: "- left h", Foot: "less", Does: "One less"},
			next("tab down j"), before("shift+tab up k"), out,
		}),
		onWord: stage.Table("The form: the cabin", []row{
			search, change, next("tab down j"), before("shift+tab up k"), out,
		}),
		onAges: stage.Table("The form: ages of children", []row{
			search, quietNext, before("shift+tab up"), out, letter,
		}),
		onFinish: stage.Table("The form: its last line", []row{search, next("tab down j"), before("shift+tab up k")}),
		onListed: stage.Table("The form: its last line, with a list", []row{
			{Keys: "enter right l", Foot: "to the list", Does: "Back to the list", Do: f.run},
			{Keys: "c", Foot: "change", Does: "Go to the field used last", Do: func() { f.use(min(f.last, len(f.entries())-1)) }},
			next("tab down j"), before("shift+tab up k"),
		}),
	}
}

// Pages returns the key bindings of the form for the documentation.
func Pages() [][]stage.Binding { return (&form{}).tables() }

func (f *form) Keys() []stage.Binding {
	page := f.current().own().page
	switch e := f.current().(type) {
	case *day:
		if e.open {
			page = inCalendar
		}
	case *finish:
		if f.back() != nil {
			page = onListed
		}
	}
	return f.tables()[page]
}
