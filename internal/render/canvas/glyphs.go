package canvas

import ()

// Glyphs are the signs a layout is drawn with.
type Glyphs struct {
	Arrow, Dot, Ellipsis, Dash string
	Minus                      string // before a percentage or a con
	Full                       string // a filled cell of a score's bar
	Tick, Layover              string // the ends of a segment, the wait between two
	Air, Rail, Road, Other     string // a segment's bar by its mode of travel
	Stem, Gap                  string // a segment and a wait, standing upright
	Track, Thumb               string // where a price lies
	Spinner                    []string
}

var unicodeGlyphs = Glyphs{
	Arrow: "→", Dot: "·", Ellipsis: "…", Dash: "–",
	Minus: "−", Full: "█",
	Tick: "●", Layover: "┄",
	Air: "━", Rail: "═", Road: "╍", Other: "─",
	Stem: "│", Gap: "┊",
	Track: "─", Thumb: "●",
	Spinner: []string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"},
}

var asciiGlyphs = Glyphs{
	Arrow: "->", Dot: "|", Ellipsis: "..", Dash: "-",
	Minus: "-", Full: "#",
	Tick: "o", Layover: ".",
	Air: "=", Rail: "#", Road: "~", Other: "-",
	Stem: "|", Gap: ":",
	Track: "-", Thumb: "o",
	Spinner: []string{"|", "/", "-", "\\"},
}
