package render

// glyphs are the signs a layout is drawn with.
type glyphs struct {
	arrow, dot, ellipsis, dash string
	minus                      string // before a percentage or a con
	full                       string // a filled cell of a score's bar
	tick, layover              string // the ends of a segment, the wait between two
	air, rail, road, other     string // a segment's bar by its mode of travel
	stem, gap                  string // a segment and a wait, standing upright
	track, thumb               string // where a price lies
	spinner                    []string
}

var unicodeGlyphs = glyphs{
	arrow: "→", dot: "·", ellipsis: "…", dash: "–",
	minus: "−", full: "█",
	tick: "●", layover: "┄",
	air: "━", rail: "═", road: "╍", other: "─",
	stem: "│", gap: "┊",
	track: "─", thumb: "●",
	spinner: []string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"},
}

var asciiGlyphs = glyphs{
	arrow: "->", dot: "|", ellipsis: "..", dash: "-",
	minus: "-", full: "#",
	tick: "o", layover: ".",
	air: "=", rail: "#", road: "~", other: "-",
	stem: "|", gap: ":",
	track: "-", thumb: "o",
	spinner: []string{"|", "/", "-", "\\"},
}
