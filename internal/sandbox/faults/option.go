package faults

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// mistake is what is wrong in a part of a spec.
type mistake struct{ given, want string }

// options are what follows the effect.
type options struct {
	given     []string // names of those that were given
	delay     time.Duration
	date      time.Duration
	headers   []headerLine
	detail    string
	mediaType string
	body      string
	after     stage
}

func (o *options) has(name string) bool { return slices.Contains(o.given, name) }

// optionNames are the options with a value.
func optionNames() []string {
	return []string{"delay", "date", "retry-after", "header", "detail", "type", "body"}
}

// take reads a word as an option. taken is false when it is not one.
func (o *options) take(w word) (taken bool, err *mistake) {
	if w.text == string(afterWork) {
		o.given, o.after = append(o.given, w.text), afterWork
		return true, nil
	}
	name, value, keyed := w.pair()
	if !keyed || !slices.Contains(optionNames(), name) {
		return false, nil
	}
	if o.has(name) && name != "header" {
		return true, &mistake{w.text, name + " once"}
	}
	o.given = append(o.given, name)
	return true, o.set(w, name, value)
}

func (o *options) set(w word, name, value string) *mistake {
	var ok bool
	switch name {
	case "delay":
		if o.delay, ok = parsePause(value); !ok {
			return &mistake{w.text, wantPause}
		}
	case "date":
		if o.date, ok = parseSkew(value); !ok {
			return &mistake{w.text, wantSkew}
		}
	case "retry-after":
		if value == "none" {
			value = ""
		}
		o.headers = append(o.headers, headerLine{"Retry-After", value})
	case "header":
		line, ok := parseHeader(value)
		if !ok {
			return &mistake{w.text, `header="Name: value", or header="Name:" to send none`}
		}
		o.headers = append(o.headers, line)
	case "detail":
		o.detail = value
	case "type":
		o.mediaType = value
	case "body":
		o.body = value
	}
	return nil
}

// extras are the options that go with every effect.
func (o *options) extras() extras {
	return extras{delay: o.delay, date: o.date, headers: o.headers}
}

// only tells which given option does not go with an effect that knows names
// beside the extras.
func (o *options) only(effect string, names ...string) *mistake {
	names = append([]string{"delay", "date", "retry-after", "header"}, names...)
	for _, name := range o.given {
		if !slices.Contains(names, name) {
			return &mistake{name, "with " + effect + " one of " + strings.Join(names, ", ")}
		}
	}
	return nil
}

const (
	wantPause = "a duration from 1ms to 10m, such as 2s"
	wantSkew  = "an offset such as +24h or -90s"
)

// parsePause reads a wait; a bare number is seconds.
func parsePause(s string) (time.Duration, bool) {
	d, err := time.ParseDuration(s)
	if err != nil {
		d, err = time.ParseDuration(s + "s")
	}
	return d, err == nil && d >= time.Millisecond && d <= longest
}

// maxSkew is ten years; a Date further off has other problems than its clock.
const maxSkew = 10 * 365 * 24 * time.Hour

func parseSkew(s string) (time.Duration, bool) {
	d, err := time.ParseDuration(s)
	return d, err == nil && d.Abs() >= time.Second && d.Abs() <= maxSkew
}

func parseHeader(s string) (headerLine, bool) {
	name, value, found := strings.Cut(s, ":")
	value = strings.TrimSpace(value)
	return headerLine{http.CanonicalHeaderKey(name), value}, found && isHeaderName(name)
}

// isHeaderName tells the tokens of RFC 9110 section 5.6.2. A value needs no such
// check: no spec holds a control character.
func isHeaderName(s string) bool {
	odd := func(c rune) bool { return !isLetterOrDigit(c) && !strings.ContainsRune("!#$%&'*+-.^_`|~", c) }
	return s != "" && !strings.ContainsFunc(s, odd)
}

func isLetterOrDigit(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// The largest body, and the deepest nesting, that can be asked for.
const (
	maxSize  = 4 << 30
	maxDepth = 10_000_000
)

// parseSize reads a number of bytes, as in 32MiB.
func parseSize(s string) (int64, bool) {
	number, unit := s, int64(1)
	for suffix, factor := range map[string]int64{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30} {
		if cut, ok := strings.CutSuffix(s, suffix); ok {
			number, unit = cut, factor
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	ok := err == nil && n >= 1 && n <= maxSize/unit
	return n * unit, ok
}

func parseDepth(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && n >= 1 && n <= maxDepth
}

// statusWord reads an HTTP status within bounds, both inclusive.
func statusWord(s string, from, to int) (int, *mistake) {
	status, err := strconv.Atoi(s)
	if err != nil || status < from || status > to {
		return 0, &mistake{s, "a status from " + strconv.Itoa(from) + " to " + strconv.Itoa(to)}
	}
	return status, nil
}

// tooMany refuses the words after the first n.
func tooMany(words []word, n int) *mistake {
	if len(words) <= n {
		return nil
	}
	return &mistake{words[n].text, "nothing there, or one of the options after-work, " + strings.Join(optionNames(), ", ") + " as in delay=2s"}
}
