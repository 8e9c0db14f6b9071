package faults

import "net/http"

// The defaults of a size, an interval and a depth.
const (
	usualDrip   = "1s"
	usualSize   = "32MiB" // of an oversized body: above any sensible bound
	usualBomb   = "1GiB"
	usualDepth  = "100000"
	usualType   = "text/plain"
	wantSize    = "a size from 1 to 4GiB, such as 32MiB"
	wantNesting = "a depth from 1 to 10000000"
)

// buildMutation makes the effects on the genuine answer as a whole.
func buildMutation(name string, rest []word, o *options) (effect, *mistake) {
	switch name {
	case "not-json":
		return garble{}, tooMany(rest, 0)
	case "replay":
		return replay{}, tooMany(rest, 0)
	case "status":
		status, err := statusWord(first(rest, ""), http.StatusOK, 599)
		if err != nil {
			return nil, err
		}
		return restatus{status}, tooMany(rest, 1)
	case "media-type":
		return retitle{first(rest, usualType)}, tooMany(rest, 1)
	case "drip":
		every, err := amount(rest, usualDrip, wantPause, parsePause)
		return drip{every}, err
	case "oversize":
		size, err := amount(rest, usualSize, wantSize, parseSize)
		return pad{size}, err
	case "gzip-bomb":
		size, err := amount(rest, usualBomb, wantSize, parseSize)
		return bomb{size}, err
	case "nested":
		depth, err := amount(rest, usualDepth, wantNesting, parseDepth)
		return nest{depth}, err
	}
	return buildTiming(name, rest, o)
}

// buildTiming makes the two effects that are options too: delay 2s, date +24h.
func buildTiming(name string, rest []word, o *options) (effect, *mistake) {
	var err *mistake
	switch name {
	case "delay":
		o.delay, err = amount(rest, "", wantPause, parsePause)
	case "date":
		o.date, err = amount(rest, "", wantSkew, parseSkew)
	default:
		return nil, nil
	}
	return pass{}, err
}

// amount reads the one optional word, or its default.
func amount[T any](rest []word, usual, want string, parse func(string) (T, bool)) (T, *mistake) {
	value, ok := parse(first(rest, usual))
	if !ok {
		return value, &mistake{first(rest, ""), want}
	}
	return value, tooMany(rest, 1)
}

// first is the first word, or the default.
func first(rest []word, usual string) string {
	if len(rest) == 0 {
		return usual
	}
	return rest[0].text
}
