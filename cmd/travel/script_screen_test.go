package main

import (
	"io"
	"regexp"
	"strings"
)

// standing is what a stream of text leaves on a terminal where a line was drawn
// again and again in its place: the live line, which is wiped at its end.
func standing(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		var screen []rune
		for over := range strings.SplitSeq(line, "\r") {
			drawn := []rune(over)
			screen = append(drawn, screen[min(len(drawn), len(screen)):]...)
		}
		lines[i] = strings.TrimRight(string(screen), " ")
	}
	return strings.Join(lines, "\n")
}

// signedID is a search id of the sandbox, or what begins with one: no two runs
// share its signature.
var signedID = regexp.MustCompile(`[A-Za-z0-9_-]{43,}`)

// The parts of an address to sign in at, and of a code to enter, that no two runs share.
var (
	onceOnly = regexp.MustCompile(`(state|nonce)=[A-Z0-9]{26}`)
	backPort = regexp.MustCompile(`127\.0\.0\.1%3A\d+`)
	userCode = regexp.MustCompile(`\b[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}\b`)
)

// sameIDs holds ids, codes and the sandbox's port still, in their own width.
func sameIDs(text string) string {
	text = ports.ReplaceAllString(text, "127.0.0.1:11111")
	text = backPort.ReplaceAllString(text, "127.0.0.1%3A11111")
	text = onceOnly.ReplaceAllString(text, "${1}=SSSSSSSSSSSSSSSSSSSSSSSSSS")
	text = userCode.ReplaceAllString(text, "WDJB-MJHT")
	return signedID.ReplaceAllStringFunc(text, func(id string) string { return strings.Repeat("s", len(id)) })
}

// echo is a terminal's own: what the person types appears on the screen.
type echo struct {
	keys   io.Reader
	screen io.Writer
}

func (e echo) Read(p []byte) (int, error) {
	n, err := e.keys.Read(p)
	_, _ = e.screen.Write(p[:n])
	return n, err
}
