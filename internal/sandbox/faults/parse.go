package faults

import (
	"fmt"
	"maps"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// SpecError is a spec that cannot be parsed.
type SpecError struct {
	Spec  string // the whole line
	Given string // the wrong part
	Want  string // what is accepted instead
}

// Error returns one line with the wrong part and what is accepted.
func (e *SpecError) Error() string {
	return fmt.Sprintf("fault %.60q: %.60q is not accepted; give %s", e.Spec, e.Given, e.Want)
}

func wrong(given, want string) *SpecError { return &SpecError{Given: given, Want: want} }

// parse parses one fault: TARGET[:CALLS]=EFFECT [OPTION]... The error is a *SpecError.
func parse(spec string) (rule, error) {
	r := rule{text: strings.TrimSpace(spec), options: map[string]value{}, headers: map[string]string{}}
	if err := r.read(); err != nil {
		err.Spec = spec
		return rule{}, err
	}
	return r, nil
}

func (r *rule) read() *SpecError {
	const longest = 4096
	control := func(c rune) bool { return unicode.IsControl(c) && c != '\t' }
	if r.text == "" || len(r.text) > longest || !utf8.ValidString(r.text) || strings.ContainsFunc(r.text, control) {
		return wrong(r.text, fmt.Sprintf("one line of 1 to %d bytes, such as getPlaces:2=503 upstream_unavailable", longest))
	}
	head, tail, found := strings.Cut(r.text, "=")
	if !found {
		return wrong(r.text, "TARGET[:CALLS]=EFFECT, such as getPlaces:2=503 upstream_unavailable")
	}
	name, calls, some := strings.Cut(head, ":")
	names := targetNames()
	i := slices.IndexFunc(names, func(known string) bool { return strings.EqualFold(known, strings.TrimSpace(name)) })
	if i < 0 {
		return wrong(name, "as TARGET one of "+strings.Join(names, ", "))
	}
	r.target = names[i]
	if !some {
		calls = "1-"
	}
	for part := range strings.SplitSeq(strings.ToLower(calls), ",") {
		holds, ok := parseCalls(strings.TrimSpace(part))
		if !ok {
			return wrong(calls, "as CALLS numbers from 1 such as 2, 1-3, 4- or 1,5, or once, or every 3rd")
		}
		r.calls = append(r.calls, holds)
	}
	wordForm := regexp.MustCompile(`(?:[^ \t'"]|` + quoteForm + `)+`)
	if strings.Trim(wordForm.ReplaceAllString(tail, ""), " \t") != "" {
		return wrong(tail, "a quote that ends")
	}
	var words []string
	for _, word := range wordForm.FindAllString(tail, -1) {
		name, text, keyed := strings.Cut(word, "=")
		kind, known := options[name]
		valued := name != afterWork
		// The second word of set may look like an option: set type=spaceship.
		if !known || keyed != valued || slices.Equal(words, []string{"set"}) {
			words = append(words, unquoted(word))
			continue
		}
		v, ok := kinds[kind].value(unquoted(text))
		if !ok {
			return wrong(unquoted(word), kinds[kind].want)
		}
		if r.has(name) && valued && name != "header" {
			return wrong(unquoted(word), name+" once")
		}
		r.options[name] = v
		switch {
		case name == "retry-after" && v.text == "none":
			r.headers["Retry-After"] = ""
		case name == "retry-after":
			r.headers["Retry-After"] = v.text
		case name == "header":
			key, line, _ := strings.Cut(v.text, ":")
			r.headers[http.CanonicalHeaderKey(key)] = strings.TrimSpace(line)
		}
	}
	return r.take(words)
}

// quoteForm is a part of a word in single or double quotes. It may contain blanks, which otherwise end a word,
// and a backslash makes the next character literal.
const quoteForm = `'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`

// unquoted returns a word without its quotes.
func unquoted(word string) string {
	escape := regexp.MustCompile(`\\(.)`)
	return regexp.MustCompile(quoteForm).ReplaceAllStringFunc(word, func(part string) string {
		return escape.ReplaceAllString(part[1:len(part)-1], "$1")
	})
}

// parseCalls parses one part of CALLS.
func parseCalls(part string) (holds func(call int64) bool, ok bool) {
	number := whole(1, 1_000_000_000)
	if nth, every := strings.CutPrefix(part, "every "); every {
		n, ok := number(strings.TrimRight(nth, "stndrh"))
		return func(call int64) bool { return call%n == 0 }, ok
	}
	if part == "once" {
		part = "1"
	}
	from, to, ranged := strings.Cut(part, "-")
	first, ok := number(from)
	last, fine := first, true
	switch {
	case ranged && to == "":
		last = math.MaxInt64
	case ranged:
		last, fine = number(to)
	}
	return func(call int64) bool { return first <= call && call <= last }, ok && fine && last >= first
}

// take finds the effect and the arguments in words, which do not include the options.
func (r *rule) take(words []string) *SpecError {
	does, args, err := effectOf(words, r.options)
	if err != nil {
		return err
	}
	allowed := append([]string{"delay", "date", "retry-after", "header"}, strings.Fields(does.options)...)
	for _, name := range slices.Sorted(maps.Keys(r.options)) {
		if !slices.Contains(allowed, name) {
			return wrong(name, "with "+does.name+" one of "+strings.Join(allowed, ", "))
		}
	}
	params := strings.Fields(does.arguments)
	if len(args) > len(params) {
		return wrong(args[len(params)], "nothing there, or one of the options "+strings.Join(slices.Sorted(maps.Keys(options)), ", ")+" as in delay=2s")
	}
	missing := len(params) - len(args)
	for _, param := range params {
		name, usual, optional := strings.Cut(param, ":")
		text := usual
		switch {
		case optional && missing > 0:
			missing--
		case len(args) == 0:
			return wrong(does.name, kinds[name].want)
		default:
			text, args = args[0], args[1:]
		}
		v, ok := kinds[name].value(text)
		if !ok {
			return wrong(text, kinds[name].want)
		}
		r.args = append(r.args, v)
	}
	if _, option := options[does.name]; option {
		r.options[does.name] = r.args[0]
	}
	r.act = does.act
	return nil
}

// value is an argument or the value of an option. number is set for numbers and is nanoseconds for a time and
// bytes for a size.
type value struct {
	text   string
	number int64
}

// kind is a type of value. If read is nil, any text is valid.
type kind struct {
	want string
	read func(text string) (number int64, ok bool)
}

func (k kind) value(text string) (value, bool) {
	if k.read == nil {
		return value{text: text}, true
	}
	number, ok := k.read(text)
	return value{text, number}, ok
}

const (
	maxLong = 64 << 20 // bytes, made in memory
	maxSkew = 10 * 365 * 24 * time.Hour
)

// kinds maps the names of arguments and options to their kinds; any other name accepts any text.
var kinds = map[string]kind{
	"DURATION": {"a duration from 1ms to 10m, such as 2s", within(int64(time.Millisecond), int64(longest), readDuration)},
	"OFFSET":   {"an offset such as +24h or -90s", within(-int64(maxSkew), int64(maxSkew), readDuration)},
	"SIZE":     {"a size from 1 to 4GiB, such as 32MiB", within(1, 4<<30, readSize)},
	"LONG":     {"long PATH SIZE [TEXT], such as long results.0.name 15MiB, up to 64MiB", within(1, maxLong, readSize)},
	"FILLER":   {"a text that is not empty", matching(`.`)},
	"DEPTH":    {"a depth from 1 to 10000000", whole(1, 10_000_000)},
	"STATUS":   {"a status from 200 to 599", whole(200, 599)},
	"MOVED":    {"redirect [STATUS] URL, such as redirect 307 http://other.example/, with a status from 300 to 399", whole(300, 399)},
	"URL":      {"redirect [STATUS] URL, such as redirect 307 http://other.example/", nil},
	"FAILURE":  {"a status from 400 to 599, or body=TEXT with any from 200", whole(400, 599)},
	"CODE":     {"as code up to 64 letters, digits and underscores", matching(`^[A-Za-z0-9_]{0,64}$`)},
	"STAGE": {"as stage before-read, after-read, after-work, after-headers or mid-body",
		matching("^(?:before-read|after-read|after-work|after-headers|mid-body)$")},
	"PATH":       {"a PATH of names and numbers, such as results.0.tripId", nil},
	"PATH=VALUE": {"set PATH=VALUE, such as set results.0.price.total=-5", matching(`^[^=]+=`)},
	"HEADER":     {`header="Name: value", or header="Name:" to send none`, matching("^[A-Za-z0-9!#$%&'*+.^_`|~-]+:")}, // RFC 9110 section 5.6.2
}

const afterWork = "after-work"

// options maps the options that may follow an effect to the kinds of their values. Only after-work has no value:
// it means that the operation is executed before the request is answered with something else.
var options = map[string]string{
	"delay": "DURATION", "date": "OFFSET", "retry-after": "", "header": "HEADER", "detail": "", "type": "", "body": "", afterWork: "",
}

// matching accepts text that matches a regular expression.
func matching(form string) func(string) (int64, bool) {
	return func(text string) (int64, bool) { return 0, regexp.MustCompile(form).MatchString(text) }
}

// within accepts numbers between two inclusive bounds.
func within(low, high int64, read func(string) (int64, error)) func(string) (int64, bool) {
	return func(text string) (int64, bool) {
		n, err := read(text)
		return n, err == nil && n >= low && n <= high
	}
}

func whole(low, high int64) func(string) (int64, bool) {
	return within(low, high, func(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) })
}

// readDuration parses a duration. A number without a unit is in seconds.
func readDuration(text string) (int64, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		d, err = time.ParseDuration(text + "s")
	}
	return int64(d), err
}

// readSize parses a number of bytes, with a unit as in 32MiB or without.
func readSize(text string) (int64, error) {
	for i, unit := range []string{"KiB", "MiB", "GiB"} {
		if number, ok := strings.CutSuffix(text, unit); ok {
			n, err := strconv.ParseInt(number, 10, 32)
			return n << (10 * (i + 1)), err
		}
	}
	return strconv.ParseInt(text, 10, 64)
}
