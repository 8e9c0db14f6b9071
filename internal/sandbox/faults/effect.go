package faults

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// readEffect reads the effect and its options into the rule.
func readEffect(rule *Rule, words []word) *mistake {
	var o options
	o.after = afterRead
	var args []word
	for _, w := range words {
		// The second word of set may look like an option: set type=spaceship.
		if !(len(args) == 1 && args[0].text == "set") {
			taken, err := o.take(w)
			if err != nil {
				return err
			}
			if taken {
				continue
			}
		}
		args = append(args, w)
	}
	var err *mistake
	rule.effect, err = build(args, &o)
	rule.extras = o.extras()
	return err
}

// effectWords are the words that an effect begins with, beside statuses and
// codes.
func effectWords() []string {
	return []string{
		"hang", "reset", "close", "lost", "truncate", "delay", "date", "html", "redirect", "status", "media-type",
		"drip", "not-json", "oversize", "gzip-bomb", "nested", "missing", "retype", "set", "long",
		"unknown-fields", "unknown-enums", "expired", "replay",
	}
}

func wantEffect() string {
	return "as EFFECT a status and a code (503 upstream_unavailable), either of them, or one of " + strings.Join(effectWords(), ", ")
}

// build makes an effect of its words.
func build(args []word, o *options) (effect, *mistake) {
	if len(args) == 0 {
		if len(o.given) == 0 {
			return nil, &mistake{"", wantEffect()}
		}
		return pass{}, o.only("no effect")
	}
	name, rest := args[0].text, args[1:]
	if status, err := strconv.Atoi(name); err == nil {
		return buildStatus(status, args, o)
	}
	if status, known := statusOf(name); known {
		if err := o.only(name, "detail", "after-work"); err != nil {
			return nil, err
		}
		return replacement{refusal{status, name, o.detail}, o.after}, tooMany(rest, 0)
	}
	if c, ok := cutOf(name, rest); ok {
		return c, o.only(name)
	}
	if e, err := buildInstead(name, rest, o); e != nil || err != nil {
		return e, err
	}
	if err := o.only(name); err != nil {
		return nil, err
	}
	if e, err := buildMutation(name, rest, o); e != nil || err != nil {
		return e, err
	}
	if e, err := buildEdit(name, rest); e != nil || err != nil {
		return e, err
	}
	return nil, &mistake{name, wantEffect()}
}

// buildStatus makes an answer with a status and a code, or with a body word for
// word.
func buildStatus(status int, args []word, o *options) (effect, *mistake) {
	if o.has("body") || o.has("type") {
		if status < http.StatusOK || status > 599 {
			return nil, &mistake{args[0].text, "a status from 200 to 599"}
		}
		mediaType := o.mediaType
		if !o.has("type") {
			mediaType = "application/json"
		}
		if err := o.only("a body", "body", "type", "after-work"); err != nil {
			return nil, err
		}
		return replacement{text{status, mediaType, o.body}, o.after}, tooMany(args, 1)
	}
	if status < http.StatusBadRequest || status > 599 {
		return nil, &mistake{args[0].text, "a status from 400 to 599, or body=TEXT with any from 200"}
	}
	if err := o.only("a status", "detail", "after-work"); err != nil {
		return nil, err
	}
	code := ""
	if len(args) > 1 {
		code = args[1].text
		if !isCode(code) {
			return nil, &mistake{code, "as code up to 64 letters, digits and underscores"}
		}
	}
	return replacement{refusal{status, code, o.detail}, o.after}, tooMany(args, 2)
}

func isCode(s string) bool {
	odd := func(c rune) bool { return !isLetterOrDigit(c) && c != '_' }
	return s != "" && len(s) <= 64 && !strings.ContainsFunc(s, odd)
}

// cutOf reads hang, reset and close with a stage behind them, and the two cuts
// that have a name of their own.
func cutOf(name string, rest []word) (cut, bool) {
	switch {
	case name == "lost" && len(rest) == 0:
		return cut{shut, afterWork}, true
	case name == "truncate" && len(rest) == 0:
		return cut{shut, midBody}, true
	}
	how, at, dashed := strings.Cut(name, "-")
	switch {
	case !slices.Contains(manners(), manner(how)), dashed && len(rest) > 0, len(rest) > 1:
		return cut{}, false
	case len(rest) == 1:
		at = rest[0].text
	case !dashed:
		at = string(afterRead)
	}
	return cut{manner(how), stage(at)}, slices.Contains(stages(), stage(at))
}

func buildInstead(name string, rest []word, o *options) (effect, *mistake) {
	var say reply
	var err *mistake
	switch name {
	case "expired":
		say, err = refusal{http.StatusNotFound, "not_found", "The search has expired. Create a new one."}, tooMany(rest, 0)
	case "html":
		status := http.StatusOK
		if len(rest) > 0 {
			status, err = statusWord(rest[0].text, http.StatusOK, 599)
		}
		say = page{status}
		if err == nil {
			err = tooMany(rest, 1)
		}
	case "redirect":
		say, err = redirectOf(rest)
	default:
		return nil, nil
	}
	if err == nil {
		err = o.only(name, "after-work")
	}
	return replacement{say, o.after}, err
}

func redirectOf(rest []word) (redirect, *mistake) {
	const want = "redirect [STATUS] URL, such as redirect 307 http://other.example/"
	d := redirect{status: http.StatusFound}
	var err *mistake
	if len(rest) == 2 {
		if d.status, err = statusWord(rest[0].text, 300, 399); err != nil {
			return d, err
		}
		rest = rest[1:]
	}
	if len(rest) != 1 {
		return d, &mistake{"redirect", want}
	}
	d.to = rest[0].text
	return d, nil
}

func buildEdit(name string, rest []word) (effect, *mistake) {
	switch name {
	case "unknown-fields":
		return edit{newMembers{}}, tooMany(rest, 0)
	case "unknown-enums":
		return edit{newWords{}}, tooMany(rest, 0)
	case "missing", "retype":
		if len(rest) == 0 {
			return nil, &mistake{name, name + " PATH, such as " + name + " results.0.tripId"}
		}
		path := strings.Split(rest[0].text, ".")
		if name == "missing" {
			return edit{remove{path}}, tooMany(rest, 1)
		}
		return edit{retype{path}}, tooMany(rest, 1)
	case "set":
		if len(rest) == 0 {
			return nil, &mistake{name, "set PATH=VALUE, such as set results.0.price.total=-5"}
		}
		path, value, keyed := rest[0].pair()
		if !keyed || path == "" {
			return nil, &mistake{rest[0].text, "set PATH=VALUE, such as set results.0.price.total=-5"}
		}
		return edit{plant{strings.Split(path, "."), asJSON(value)}}, tooMany(rest, 1)
	case "long":
		return buildLong(rest)
	}
	return nil, nil
}

// maxLong is the longest text that is planted, in bytes: it is made in memory.
const maxLong = 64 << 20

func buildLong(rest []word) (effect, *mistake) {
	const want = "long PATH SIZE [TEXT], such as long results.0.name 15MiB, up to 64MiB"
	if len(rest) < 2 {
		return nil, &mistake{"long", want}
	}
	size, ok := parseSize(rest[1].text)
	if !ok || size > maxLong {
		return nil, &mistake{rest[1].text, want}
	}
	of := first(rest[2:], "x")
	if of == "" {
		return nil, &mistake{"an empty text", want}
	}
	return edit{lengthen{strings.Split(rest[0].text, "."), int(size), of}}, tooMany(rest, 3)
}

// asJSON takes a value that is JSON as it is, and any other as a string.
func asJSON(value string) string {
	if json.Valid([]byte(value)) {
		return value
	}
	text, err := json.Marshal(value)
	if err != nil {
		return `""`
	}
	return string(text)
}
