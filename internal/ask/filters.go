package ask

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"travel.example/travel/api"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// A Filter is a parameter that removes rows from a list, with everything that is said about it. Its type and its
// limits are in the contract. Two names that differ only in min- and max- are the ends of one range.
type Filter struct {
	Of       string // the operation that has it
	Wire     string
	Say      string                             // its description, with % for its values: "at most % stars"; or ""
	all      bool                               // a row must have all of its values, not one of them
	value    func(text string, in Terms) string // describes one value; nil if it needs no translation
	Used     string                             // the short help of a frequently used flag, "" for the others
	Tool     string                             // its description in the schema of a tool, "" if the name is enough
	Brief    bool                               // listed in the schema of a tool that accepts more filters than it lists
	Synonyms []string                           // other names that people type for its flag
	Both     string                             // what two flags say that both set it
	Flags    []PlainFlag                        // flags that set it in a person's words
	Facet    *FacetWords                        // how its values are matched, nil if they do not come from the search
	Counted  bool                               // answers count its values, which are the contract's
	Needs    func(*Values) bool                 // reports whether the parameter it depends on is set; nil if there is none

	// How the panel of all filters shows it.
	Group *Group
	Head  string // the heading above it, "" if it follows the filter above
	Label string // of a switch
}

// A Group is the filters about one subject, in the order of the table.
type Group struct {
	Title string
	Note  string // which rows it keeps, in a sentence
}

// A PlainFlag is a flag in the words of a person. It sets parameters that have flags of their own, and cannot be
// combined with those.
type PlainFlag struct {
	Name, Type, Help string
	Used             string   // the short help of a frequently used flag, "" for the others
	Synonyms         []string // other names that people type for it
	Wires            []string // the parameters it sets: its filter, and for times of the day also the parts of the day
	read             func(p *Values, f *PlainFlag, text string) error
}

// Terms are the facts that the description of a filter depends on.
type Terms struct {
	Currency string // of the prices
	Per      string // what a price covers, such as " a night"
	Guests   string // the kind of guests whose scores count, on the wire
}

// counted explains the counts of trips; part explains how the words of hotels match.
const (
	counted = "; counted without other filters."
	part    = "; a + means that many or more."
	minutes = "Minutes past midnight, 360-720"
)

// filters returns all filters, those of an operation together.
var filters = sync.OnceValue(func() (all []Filter) {
	for _, of := range []struct {
		operation string
		rows      []Filter
	}{
		{"getFlightSearchResults", tripFilters()},
		{"getHotelSearchResults", hotelFilters()},
		{"getHotelReviews", []Filter{{Wire: "topics", Say: "about %"}, {Wire: "guest-type", Tool: "Keep reviews of one reviewer cohort"}}},
		{"getNearbyPlaces", []Filter{{Wire: "types", Say: "type %"}}},
		{"getPlaces", []Filter{{Wire: "types", Say: "type %"}}},
	} {
		for _, f := range of.rows {
			f.Of = of.operation
			for i := range f.Flags {
				f.Flags[i].Wires = slices.DeleteFunc([]string{f.Wire, SameTime(f.Wire)}, func(wire string) bool { return wire == "" })
			}
			all = append(all, f)
		}
	}
	return all
})

func tripFilters() []Filter {
	airlines := &Group{"Airlines", "Trips on which one of these sells a leg" + counted}
	price := &Group{"Price", "What the whole party pays, fees included."}
	length := &Group{"Length", "How long the trip and its waits are."}
	sellers := &Group{"Sellers", "Trips with a fare from one of these" + counted}
	list := []Filter{
		{
			Wire: "stops", Say: "%", Tool: "[0] is nonstop", Brief: true, Both: "how many stops",
			Group: &Group{"Stops", "Trips with one of these numbers of stops, counted on the leg that has most."},
			Flags: []PlainFlag{{
				Name: "nonstop", Help: "Keep flights without a stop; the same as --max-stops 0", Used: "No stops at all",
				Synonyms: []string{"direct", "non-stop"}, read: switchTo("0"),
			}, {
				Name: "max-stops", Type: "int", Help: "Most stops to keep on any leg; --stops names the counts one by one (a whole number from 0 to 9)",
				Used: "Most stops on each leg", read: readMaxStops,
			}},
		},
		{Wire: "min-price", Say: "at least %", value: sayPrice, Group: price},
		{
			Wire: "max-price", Say: "at most %", value: sayPrice, Used: "Highest price, for the whole party", Brief: true,
			Synonyms: []string{"price", "budget"}, Group: price,
		},
		{Wire: "same-airline", Say: "one airline for every leg", Tool: "One airline sells every leg", Group: airlines, Label: "One airline sells every leg"},
		{
			Wire: "airlines-match", Say: "% leg by those airlines", value: sayEvery, Tool: "all: on every leg", Group: airlines, Label: "Every leg by those chosen here",
			Needs: func(p *Values) bool { return p.Has("airlines") },
		},
		{
			Wire: "airlines", Say: "airline %", Used: "Airlines by code or name, such as EK,BA", Synonyms: []string{"carrier"},
			Brief: true, Facet: &FacetWords{Code: 2}, Group: airlines,
		},
		{
			Wire: "alliances", Say: "alliance %", Group: &Group{"Alliances", "Trips with a leg by one of these" + counted},
			Facet: &FacetWords{
				Known: []string{"STAR", "ONEWORLD", "SKYTEAM"},
				Synonyms: map[string][]string{
					"star alliance": {"STAR"}, "oneworld alliance": {"ONEWORLD"}, "one world alliance": {"ONEWORLD"}, "skyteam alliance": {"SKYTEAM"},
				},
			},
		},
	}
	for _, way := range []struct{ wire, flag, before string }{{"outbound", "", ""}, {"return", "return-", "return "}} {
		group := &Group{"Outbound", "Local times of the outbound flight."}
		depart := PlainFlag{
			Help: "When the outbound leaves, local time (" + TimeForms + "; " + PartForms + ")", Used: "When the first leg leaves, such as 6-12",
		}
		if way.flag != "" {
			group = &Group{"Return", "Local times of the return flight."}
			depart = PlainFlag{Help: "When the return leaves, local time"}
		}
		depart.Name, depart.Type, depart.read = way.flag+"depart", "times", readTimes
		arrive := PlainFlag{Name: way.flag + "arrive", Type: "times", Help: "When the " + way.wire + " lands, local time", read: readTimes}
		leaves, lands := "when the "+way.wire+" leaves", "when the "+way.wire+" lands"
		list = append(list,
			Filter{Wire: way.wire + "-departure-blocks", Say: way.before + "departing %", value: sayClock, Both: leaves, Group: group, Head: "Leaves"},
			Filter{
				Wire: way.wire + "-departure-range", Say: way.before + "departing %", value: sayClock, Both: leaves, Tool: minutes, Group: group,
				Flags: []PlainFlag{depart},
			},
			Filter{Wire: way.wire + "-arrival-blocks", Say: way.before + "arriving %", value: sayClock, Both: lands, Group: group, Head: "Lands"},
			Filter{
				Wire: way.wire + "-arrival-range", Say: way.before + "arriving %", value: sayClock, Both: lands, Tool: minutes, Group: group,
				Flags: []PlainFlag{arrive},
			},
			Filter{Wire: way.wire + "-min-duration", Say: way.wire + " at least %", value: sayLength, Tool: "Minutes", Group: group, Head: "Takes"},
			Filter{Wire: way.wire + "-max-duration", Say: way.wire + " at most %", value: sayLength, Tool: "Minutes", Group: group},
		)
	}
	return append(list, []Filter{
		{
			Wire: "max-duration", Say: "at most % in all", value: sayLength, Both: "how long the journey may be",
			Tool:  "Minutes, all legs together",
			Group: length, Head: "The whole trip, all legs together",
			Flags: []PlainFlag{{
				Name: "max-time", Type: "length", Help: "Longest journey to keep, both ways together (" + LengthForms + ")",
				Used: "Longest journey, both ways together, such as 8h", Synonyms: []string{"duration"}, read: readMaxTime,
			}},
		},
		{
			Wire: "min-stopover-duration", Say: "waits of at least %", value: sayLength, Tool: "Minutes",
			Group: length, Head: "Waits between flights, on the leg with most",
		},
		{Wire: "max-stopover-duration", Say: "waits of at most %", value: sayLength, Tool: "Minutes", Group: length},
		{
			Wire: "stopover-airports", Say: "via %", Facet: &FacetWords{Code: 3, Airports: true},
			Group: &Group{"Stopovers", "Trips that change planes at one of these" + counted},
		},
		{Wire: "booking-types", Say: "sold by %", value: saySeller, Tool: "Kinds of seller", Group: sellers, Head: "Kinds of seller"},
		{Wire: "booking-sites", Say: "sold by %", Facet: &FacetWords{}, Group: sellers, Head: "Sellers"},
		{
			Wire: "aircraft", Say: "aircraft %", Facet: &FacetWords{Code: 3, Family: true},
			Group: &Group{"Aircraft", "Trips with a leg on one of these" + counted},
		},
	}...)
}

func hotelFilters() []Filter {
	price := &Group{"Price", "A night, all taxes and all rooms included."}
	stars := &Group{"Stars", "Hotels with this many stars."}
	scores := &Group{"Scores", "What guests give, out of 10."}
	rates := &Group{"Rates", "Seen with one rate that has all these; others may have one."}
	return []Filter{
		{Wire: "min-price", Say: "at least %", value: sayPrice, Group: price},
		{
			Wire: "max-price", Say: "at most %", value: sayPrice, Used: "Highest price of a night, with taxes", Tool: "A night, taxes included", Brief: true,
			Synonyms: []string{"price", "budget"}, Group: price,
		},
		{
			Wire: "min-star", Say: "at least % stars", Used: "Fewest stars, 1 to 5", Brief: true,
			Synonyms: []string{"stars", "star"}, Group: stars,
		},
		{Wire: "max-star", Say: "at most % stars", Group: stars},
		{
			Wire: "min-review-score", Say: "guests say at least %", Used: "Lowest score of all guests, 0 to 10", Tool: "By all guests",
			Brief: true, Synonyms: []string{"score", "rating"}, Group: scores, Head: "All guests",
		},
		{Wire: "guest-type", Tool: "Whose score counts", Counted: true, Group: scores, Needs: JudgedByGuests},
		{Wire: "min-guest-rating", Say: "%", value: sayRating, Tool: "By the guests of guest-type", Group: scores, Head: "One kind of guests"},
		{
			Wire: "refundable", Say: "a refundable rate seen", Both: "whether it can be canceled for free",
			Brief: true, Group: rates, Label: "A refundable rate was seen",
			Flags: []PlainFlag{{
				Name: "free-cancellation", Help: "Keep hotels with a rate that can be canceled for free; the same as --refundable",
				Used: "A rate can be canceled for free", Synonyms: []string{"cancellation", "free-cancel"}, read: switchTo("true"),
			}},
		},
		{Wire: "deals-only", Say: "deals only", Group: rates, Label: "With a deal"},
		{
			Wire: "rate-types", Say: "with %", all: true, value: saySpaced, Tool: "One rate has all of them", Both: "which rates a hotel has", Group: rates,
			Flags: []PlainFlag{{
				Name: "breakfast", Help: "Keep hotels with a rate that includes breakfast; the same as --rate-types breakfast_included",
				Synonyms: []string{"meals", "board"}, read: switchTo("breakfast_included"),
			}},
			Facet: &FacetWords{
				Known: []string{"free_cancellation", "non_refundable", "breakfast_included"},
				Synonyms: map[string][]string{
					"refundable": {"free_cancellation"}, "cancelable": {"free_cancellation"}, "cancellable": {"free_cancellation"},
					"bed and breakfast": {"breakfast_included"},
				},
			},
		},
		{
			Wire: "amenities", Say: "with %", all: true, value: saySpaced, Used: "All of these, such as pool,spa", Brief: true,
			Group: &Group{"Amenities", "Hotels that have all of these" + part},
			Facet: &FacetWords{
				Part: true,
				Synonyms: map[string][]string{
					"swimming pool": {"pool"}, "gym": {"fitness"}, "fitness": {"gym"}, "internet": {"wi-fi", "wifi"}, "wifi": {"wi-fi"}, "wi fi": {"wifi"},
					"ac": {"air conditioning"}, "aircon": {"air conditioning"}, "elevator": {"lift"}, "lift": {"elevator"}, "car park": {"parking"},
					"pet friendly": {"pets"}, "dogs": {"pets"}, "wheelchair accessible": {"wheelchair"}, "jacuzzi": {"hot tub"}, "hot tub": {"jacuzzi"},
				},
			},
		},
		{
			Wire: "property-types", Say: "type %", Group: &Group{"Types", "Hotels of one of these types" + part},
			Facet: &FacetWords{
				Part:     true,
				Synonyms: map[string][]string{"b b": {"bed and breakfast"}, "bnb": {"bed and breakfast"}, "flat": {"apartment"}},
			},
		},
		{Wire: "districts", Say: "district %", Facet: &FacetWords{Part: true}, Group: &Group{"Districts", "Hotels in one of these" + part}},
		{Wire: "brands", Say: "brand %", Facet: &FacetWords{Part: true}, Group: &Group{"Brands", "Hotels of one of these" + part}},
		{Wire: "chains", Say: "chain %", Facet: &FacetWords{Part: true}, Group: &Group{"Chains", "Hotels of one of these" + part}},
	}
}

// FiltersOf returns the filters of an operation, those of a group together. If op is nil, it returns those of all
// operations.
func FiltersOf(op *api.Operation) []Filter {
	return slices.DeleteFunc(slices.Clone(filters()), func(f Filter) bool { return op != nil && f.Of != op.ID })
}

// FilterOf returns the filter for a parameter, and reports whether there is one. If op is nil, it looks in all
// operations.
func FilterOf(op *api.Operation, wire string) (Filter, bool) {
	for _, f := range filters() {
		if f.Wire == wire && (op == nil || f.Of == op.ID) {
			return f, true
		}
	}
	return Filter{}, false
}

// FacetFilters returns the filters whose values the answers of an operation count, in the order of the contract;
// those with the contract's own words come last.
func FacetFilters(op *api.Operation) []string {
	var open, fixed []string
	for i := range op.Params {
		switch f, _ := FilterOf(op, op.Params[i].Name); {
		case f.Facet != nil:
			open = append(open, f.Wire)
		case f.Counted:
			fixed = append(fixed, f.Wire)
		}
	}
	return append(open, fixed...)
}

// IsPrice reports whether a filter is an amount, which means nothing in another currency.
func IsPrice(wire string) bool { return strings.HasSuffix(wire, "-price") }

// UpperOf returns the parameter for the upper limit that belongs to a lower one.
func UpperOf(op *api.Operation, wire string) (upper string, ok bool) {
	upper = strings.Replace(wire, "min-", "max-", 1)
	_, ok = op.Param(upper)
	return upper, ok && upper != wire
}

// Measure returns what the filter limits: price, star, outbound-duration.
func (f Filter) Measure() string { return strings.NewReplacer("min-", "", "max-", "").Replace(f.Wire) }

// SameTime returns the other filter for the same time, or "": each time can be given as a part of the day or in
// minutes.
func SameTime(wire string) string {
	if time, ok := strings.CutSuffix(wire, "-blocks"); ok {
		return time + "-range"
	}
	if time, ok := strings.CutSuffix(wire, "-range"); ok {
		return time + "-blocks"
	}
	return ""
}

// JudgedByGuests reports whether the scores of one kind of guest count, so that guest-type applies.
func JudgedByGuests(p *Values) bool {
	return p.Text("sort") == "guest_rating_desc" || p.Has("min-guest-rating")
}

// ClearFilters removes filters, except those that the order depends on.
func (p *Values) ClearFilters(wires []string) {
	for _, wire := range wires {
		if f, _ := FilterOf(p.op, wire); f.Needs == nil {
			p.Unset(wire)
		}
	}
	p.DropLone(wires)
}

// DropLone removes parameters that have no effect because those they depend on are missing.
func (p *Values) DropLone(wires []string) {
	for _, wire := range wires {
		if f, _ := FilterOf(p.op, wire); f.Needs != nil && !f.Needs(p) {
			p.Unset(wire)
		}
	}
}

// Say describes a filter and its values. It returns "" if the parameter is not a filter, has no effect, or is described
// together with another one. The text may be foreign.
func Say(wire string, values []string, in Terms) string {
	f, _ := FilterOf(nil, wire)
	switch {
	case wire == "stops" && len(values) > 0:
		return sayStops(values)
	case f.Say == "" || len(values) == 0 || values[0] == "false" || values[0] == "0":
		return ""
	}
	values = slices.Clone(values)
	for i, value := range values {
		if f.value != nil {
			values[i] = f.value(value, in)
		}
	}
	text := words.Or(values)
	if f.all {
		text = words.And(values)
	}
	return strings.Replace(f.Say, "%", text, 1)
}

func saySpaced(value string, _ Terms) string { return strings.ReplaceAll(value, "_", " ") }

func sayEvery(value string, _ Terms) string { return strings.Replace(value, "all", "every", 1) }

func saySeller(value string, _ Terms) string { return SellerWords(value) }

func sayPrice(value string, in Terms) string {
	return in.Currency + " " + words.Thousands(value) + in.Per
}

// sayLength describes a number of minutes.
func sayLength(value string, _ Terms) string {
	if minutes, err := strconv.Atoi(value); err == nil {
		return words.Length(minutes)
	}
	return value
}

// sayClock describes a part of the day, or a range of minutes: "after 18:00".
func sayClock(value string, _ Terms) string {
	var c Clock
	if n, err := fmt.Sscanf(value, "%d-%d", &c.From, &c.To); n != 2 || err != nil {
		var ok bool
		if c, ok = parseTimes(value); !ok {
			return value
		}
	}
	to := c.To
	if (to+1)%60 == 0 {
		to++
	}
	at := func(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }
	switch {
	case c.From > 0 && to == 24*60:
		return "after " + at(c.From)
	case c.From == 0 && to < 24*60:
		return "until " + at(to)
	}
	return at(c.From) + "–" + at(to)
}

func sayRating(value string, in Terms) string {
	return cmp.Or(GuestWords[in.Guests], "guests") + " say at least " + value
}

// SellerWords describes kinds of sellers.
func SellerWords(kinds string) string {
	return strings.NewReplacer("platform", "this service", "airline", "the airline").Replace(kinds)
}

// GuestWords are the kinds of guests.
var GuestWords = map[string]string{"couple": "couples", "family": "families", "solo": "solo travelers", "business": "business guests"}

// MostStops is the highest number of stops in the contract.
const MostStops = 9

// sayStops describes which numbers of stops are kept.
func sayStops(values []string) string {
	numbers := slices.Clone(values)
	slices.Sort(numbers)
	last := len(numbers) - 1
	first := last + 1 // of the numbers that run up to the highest
	for n := MostStops; first > 0 && numbers[first-1] == strconv.Itoa(n); n-- {
		first--
	}
	switch {
	case numbers[last] == "0":
		return "nonstop only"
	case numbers[last] == strconv.Itoa(last):
		return "at most " + words.Counted(last, "stop")
	case first < last:
		numbers = append(numbers[:first], numbers[first]+" or more")
	}
	if len(numbers) == 1 && numbers[0] == "1" {
		return "1 stop"
	}
	return words.Or(numbers) + " stops"
}

// FacetWords says how to match the values of a filter that are words of the search itself, its facets.
type FacetWords struct {
	Code     int      // length of a code; 0 if the values are no codes
	Part     bool     // the service accepts a part of a name, in any case
	Family   bool     // a word that several names share means all of them: the models of an aircraft
	Airports bool     // the values are airports, and a city means all of its airports
	Known    []string // values that every search accepts, even if no row has them
	// Synonyms maps the folded words of travelers to the words of the service.
	Synonyms map[string][]string
}

// IsCode reports whether a text has the form of the filter's codes.
func (f FacetWords) IsCode(text string) bool {
	odd := func(r rune) bool { return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') }
	return f.Code > 0 && len(text) == f.Code && !strings.ContainsFunc(text, odd)
}

// Hopeless reports whether the service cannot match a text as it is.
func (f FacetWords) Hopeless(text string) bool {
	return f.Code > 0 && !f.IsCode(text) || !f.Part && strings.ContainsFunc(text, unicode.IsSpace)
}

// SendAs replaces the values of a list parameter by words of the service, and keeps the typed text. Without words,
// nothing is sent.
func (p *Values) SendAs(wire string, texts []string) {
	switch {
	case len(texts) == 0:
		p.change(wire, func(g *given) { g.values = nil })
	case !slices.Equal(p.Texts(wire), texts):
		p.TypedAs(wire, "")
		p.SetTexts(wire, texts)
	}
}

// cheapest is the only plain flag that belongs to no filter.
var cheapest = PlainFlag{
	Name: "cheapest", Help: "Sort by price, lowest first; the same as --sort cheapest",
	Wires: []string{"sort"}, Synonyms: []string{"cheap", "lowest"}, read: switchTo("price_asc"),
}

// synonyms are common guesses for flags that are no filters. A command has at most some of those flags.
var synonyms = map[string]string{
	"class": "cabin", "cabin-class": "cabin", "carrier": "airline", "passengers": "adults", "people": "adults", "guests": "adults",
	"kids": "children", "children-ages": "children", "order": "sort", "order-by": "sort", "top": "limit", "count": "limit", "lang": "locale", "language": "locale",
}

// Synonyms returns the flags that may be meant by an unknown one, the likeliest first.
func Synonyms(flag string) (meant []string) {
	flag = strings.ToLower(flag)
	add := func(name string, synonyms []string) {
		if slices.Contains(synonyms, flag) && !slices.Contains(meant, name) {
			meant = append(meant, name)
		}
	}
	for _, f := range filters() {
		add(FlagName(f.Wire), f.Synonyms)
		for _, plain := range f.Flags {
			add(plain.Name, plain.Synonyms)
			add(FlagName(f.Wire), append([]string{plain.Name}, plain.Synonyms...)) // a tool has no plain flags
		}
	}
	add(cheapest.Name, cheapest.Synonyms)
	if other := synonyms[flag]; other != "" {
		meant = append(meant, other)
	}
	return meant
}

// A Used is a frequently used flag, with its help on the short page.
type Used struct{ Flag, About string }

// UsedFor returns the short help of a frequently used flag of an operation, or "" for any other. If op is nil, it looks
// in all operations.
func UsedFor(op *api.Operation, flag string) string {
	for _, used := range UsedMost(op) {
		if used.Flag == flag {
			return used.About
		}
	}
	return ""
}

// UsedMost returns the frequently used filters of an operation as flags, or those of all operations if op is nil.
func UsedMost(op *api.Operation) (list []Used) {
	for _, f := range FiltersOf(op) {
		for _, plain := range f.Flags {
			list = append(list, Used{plain.Name, plain.Used})
		}
		list = append(list, Used{FlagName(f.Wire), f.Used})
	}
	return slices.DeleteFunc(list, func(u Used) bool { return u.About == "" })
}

// PlainFlags returns the plain flags of an operation. Reviews have an order, but no price.
func PlainFlags(op *api.Operation) (list []*PlainFlag) {
	for _, f := range FiltersOf(op) {
		for i := range f.Flags {
			list = append(list, &f.Flags[i])
		}
	}
	if sort, ok := op.Param("sort"); ok && accepts(sort, "price_asc") {
		list = append(list, &cheapest)
	}
	return list
}

// SetPlain parses the value of a plain flag. It is an error if another flag sets the same parameter.
func (p *Values) SetPlain(f *PlainFlag, text string) error {
	if err := p.claim("--"+f.Name, f.Wires...); err != nil {
		return err
	}
	return f.read(p, f, text)
}

// isFlag reports whether a label is that of a flag.
func isFlag(label string) bool { return strings.HasPrefix(label, "--") }

// claim records which flag sets parameters. It is an error if another flag does already.
func (p *Values) claim(label string, wires ...string) error {
	if !isFlag(label) {
		return nil
	}
	for _, wire := range wires {
		if other := p.given[wire].flag; other != "" && other != label {
			f, _ := FilterOf(p.op, wire)
			return problem.Usagef("%s and %s both say %s; give one of them", other, label, cmp.Or(f.Both, "what comes first"))
		}
	}
	for _, wire := range wires {
		p.change(wire, func(g *given) { g.flag = label })
	}
	return nil
}

// switchTo returns a reader of yes or no; yes sets the parameter to a value.
func switchTo(value string) func(*Values, *PlainFlag, string) error {
	return func(p *Values, f *PlainFlag, text string) error {
		yes, ok := booleans[strings.ToLower(text)]
		switch {
		case !ok:
			return problem.NotAccepted("--"+f.Name, text, "true or false")
		case !yes:
			return nil
		}
		p.TypedAs(f.Wires[0], "--"+f.Name)
		return p.replace(f.Wires[0], []string{value})
	}
}

// readMaxStops converts a maximum number of stops to the set that the service expects.
func readMaxStops(p *Values, _ *PlainFlag, text string) error {
	most, err := strconv.Atoi(text)
	if err != nil || most < 0 || most > 9 {
		return problem.NotAccepted("--max-stops", text, "a whole number from 0 to 9")
	}
	var set []string
	for n := range most + 1 {
		set = append(set, strconv.Itoa(n))
	}
	p.TypedAs("stops", fmt.Sprintf("--max-stops %d", most))
	return p.replace("stops", set)
}

func readMaxTime(p *Values, f *PlainFlag, text string) error {
	minutes, ok := ParseLength(text)
	if !ok {
		minutes, _ = strconv.Atoi(text) // 0 is below the limit
	}
	if p.replace(f.Wires[0], []string{strconv.Itoa(minutes)}) != nil {
		return problem.NotAccepted("--"+f.Name, text, "a length such as "+LengthForms)
	}
	p.TypedAs(f.Wires[0], "--"+f.Name+" "+words.Shell(text))
	return nil
}

// readTimes parses times of the day for the first parameter of the flag, or parts of the day for the second, which
// accepts several.
func readTimes(p *Values, f *PlainFlag, text string) error {
	label, span, parts := "--"+f.Name, f.Wires[0], f.Wires[1]
	given := strings.Split(text, ",")
	list := make([]string, 0, len(given))
	for _, word := range given {
		name, ok := block(word)
		if !ok {
			break
		}
		list = append(list, name)
	}
	clock, ok := ParseClock(text)
	before := strings.TrimPrefix(p.given[parts].typed, label+" ")
	areParts := len(list) == len(given)
	switch {
	case !ok && !areParts:
		return problem.NotAccepted(label, text, "times such as "+TimeForms+", or "+PartForms)
	case p.Has(span), p.Has(parts) && !areParts:
		return problem.Usagef("%s takes one span of times, or parts of the day with commas between", label)
	case areParts:
		list = append(list, p.given[parts].values...)
		p.TypedAs(parts, label+" "+strings.Trim(before+","+words.Shell(text), ","))
		return p.replace(parts, list)
	}
	p.TypedAs(span, label+" "+words.Shell(text))
	return p.replace(span, []string{clock.String()})
}
