package form

import "travel.example/travel/internal/browse/stage"

// Pages returns the key bindings of the form for the documentation.
func Pages() []stage.Page {
	var pages []stage.Page
	for _, table := range []stage.Table[*form]{
		kindKeys(), placeKeys(), dayKeys(), lastDayKeys(), calendarKeys(), numberKeys(), wordKeys(), agesKeys(), finishKeys(), listedKeys(),
	} {
		pages = append(pages, table.Page())
	}
	return pages
}

type row = stage.Row[*form]

// Rows that several tables share.
func nextRow(keys string) row {
	return row{Keys: keys, Foot: "next", Does: "Go to the next field", Do: (*form).next}
}

func quietNextRow(keys string) row {
	return row{Keys: keys, Does: "Go to the next field", Do: (*form).next}
}

func beforeRow(keys string) row {
	return row{Keys: keys, Does: "Go to the previous field", Do: (*form).before}
}

func searchRow() row {
	return row{Keys: "enter", Foot: "search", Does: "Check your input and search", Do: (*form).run}
}

func outRow() row {
	return row{Keys: "esc", Foot: "out", Does: "Leave the field; then q quits", Do: (*form).out}
}

// letterRow documents a key that types a letter here but leaves elsewhere.
func letterRow() row {
	return row{Keys: "q", Does: "A letter here; press esc to leave the field, then q to quit"}
}

func placeKeys() stage.Table[*form] {
	return stage.Table[*form]{Title: "The form: a place", Rows: []row{
		nextRow("enter tab"),
		{Keys: "down", Foot: "choose", Does: "Choose among the places below; without any, the next field", Do: (*form).next},
		beforeRow("shift+tab up"), outRow(), letterRow(),
	}}
}

func dayKeys() stage.Table[*form] {
	return stage.Table[*form]{Title: "The form: the first day", Rows: []row{nextRow("enter tab"), openRow(), beforeRow("shift+tab up"), outRow(), letterRow()}}
}

func lastDayKeys() stage.Table[*form] {
	return stage.Table[*form]{Title: "The form: the last day", Rows: []row{
		searchRow(), nextRow("tab"), openRow(), beforeRow("shift+tab up"), outRow(), letterRow(),
	}}
}

func openRow() row { return row{Keys: "down", Foot: "calendar", Does: "Choose in the calendar"} }

func calendarKeys() stage.Table[*form] {
	return stage.Table[*form]{Title: "The form: its calendar", Rows: []row{
		{Keys: "enter tab", Foot: "take", Does: "Accept the day and go to the next field", Do: (*form).next},
		{Keys: "right left l h", Foot: "day", Does: "Next or previous day"},
		{Keys: "down up j k", Foot: "week", Does: "Next or previous week; above the first, back to the field"},
		{Keys: "pgdn pgup", Foot: "month", Does: "Next or previous month"},
		{Keys: "home end", Does: "The first or the last of the month"},
		{Keys: "x", Foot: "one way", Does: "No way back: one way", Bars: (*form).noOneWay},
		{Keys: "esc", Foot: "back", Does: "Back to your text"},
		beforeRow("shift+tab"),
	}}
}

// noOneWay says why a day cannot be left out.
func (f *form) noOneWay() string {
	if e, ok := f.current().(*day); ok && e.spare {
		return ""
	}
	return "This day is needed."
}

func numberKeys() stage.Table[*form] {
	return stage.Table[*form]{Title: "The form: a number", Rows: []row{
		searchRow(),
		{Keys: "+ right l", Foot: "more", Does: "One more; or type the number"},
		{Keys: "- left h", Foot: "less", Does: "One less"},
		nextRow("tab down j"), beforeRow("shift+tab up k"), outRow(),
	}}
}

func wordKeys() stage.Table[*form] {
	return stage.Table[*form]{Title: "The form: the cabin", Rows: []row{
		searchRow(), changeRow(), nextRow("tab down j"), beforeRow("shift+tab up k"), outRow(),
	}}
}

func kindKeys() stage.Table[*form] {
	return stage.Table[*form]{Title: "The form: flights or hotels", Rows: []row{
		changeRow(), nextRow("enter tab down j"), beforeRow("shift+tab up k"), outRow(),
	}}
}

func changeRow() row {
	return row{Keys: "right left l h space", Foot: "change", Does: "Choose the word beside it"}
}

func agesKeys() stage.Table[*form] {
	return stage.Table[*form]{Title: "The form: ages of children", Rows: []row{
		searchRow(), quietNextRow("tab down"), beforeRow("shift+tab up"), outRow(), letterRow(),
	}}
}

func finishKeys() stage.Table[*form] {
	return stage.Table[*form]{Title: "The form: its last line", Rows: []row{
		searchRow(), nextRow("tab down j"), beforeRow("shift+tab up k"),
	}}
}

// listedKeys returns the keys of the last line while it leads back to a list.
func listedKeys() stage.Table[*form] {
	return stage.Table[*form]{Title: "The form: its last line, with a list", Rows: []row{
		{Keys: "enter right l", Foot: "to the list", Does: "Back to the list", Do: (*form).run},
		{Keys: "c", Foot: "change", Does: "Go to the field used last", Do: (*form).change},
		nextRow("tab down j"), beforeRow("shift+tab up k"),
	}}
}

// Keys implements [stage.Place].
func (f *form) Keys() []stage.Binding {
	if f.current() == entry(f.finish) && f.back() != nil {
		return listedKeys().For(f)
	}
	return f.current().keys().For(f)
}
