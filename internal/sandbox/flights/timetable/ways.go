package timetable

// A Way is two hubs to change at, and how long the way over them is.
type Way struct {
	First, Second *Place
	Km            float64
}

// A Route is where a search starts and ends: the first place of each end, and how many there are. An
// end is a place alone or all places of a city, so that this tells it from every other.
type Route struct {
	From, To   *Place
	Froms, Tos int
}

// maxWays bounds the routes whose ways are remembered, a few kilobytes each: one is there and back.
const maxWays = 8

// Ways are the ways of a route, which are built once for the routes that were asked for last.
func (t *Timetable) Ways(r Route, build func() []Way) []Way { return t.ways.Get(r, build) }
