package stage

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/words"
)

// message is the text shown above the keys.
type message struct {
	parts []part
	seen  bool // it has been on the screen
}

// part is a sentence of a message, on lines of its own.
type part struct {
	text string // untrusted
	tone canvas.Tone
}

const (
	maxSaid  = 4 // most lines of a message
	maxParts = 6 // most sentences that are kept

	fadesAfter = 8 * time.Second // for a message that is not a warning
)

// UpToDate says that a refresh has worked and had nothing else to report.
const UpToDate = "Up to date."

// Say shows a sentence above the keys until the next key or for a few seconds. It may be untrusted text. Earlier
// messages that were not seen yet, and warnings, stay before it.
func (s *Stage) Say(text string) { s.tell(part{text: text}) }

// Warn shows a sentence that the user should not miss; it stays until the next key.
func (s *Stage) Warn(text string) { s.tell(part{text: words.UpperFirst(text), tone: canvas.Warn}) }

// Failed shows an error and what to do about it. It ignores a cancellation by the user.
func (s *Stage) Failed(err error) {
	if err == nil || errors.Is(err, desk.ErrNothing) || errors.Is(err, context.Canceled) {
		return
	}
	why, way := s.Reason(err)
	s.tell(part{text: words.UpperFirst(why), tone: canvas.Bad}, part{text: words.UpperFirst(way)})
}

// Reason returns what went wrong and what to do, or "" if that is unknown. Both may be untrusted text.
func (s *Stage) Reason(err error) (why, way string) {
	advice := s.Desk.TokenAdvice(err)
	if advice == nil {
		advice = desk.StepsOf(err)
	}
	return paste.After(desk.Untraced(err), desk.WayBack(err)...), paste.Words(advice...)
}

// Expired shows which key makes an expired search again. It returns false for any other error.
func (s *Stage) Expired(err error) bool {
	gone, ok := errors.AsType[desk.GoneError](err)
	if ok {
		s.Warn(words.UpperFirst(gone.Error()) + ". R searches again.")
	}
	return ok
}

// tell adds to the messages that are still needed and replaces the others.
func (s *Stage) tell(parts ...part) {
	kept := s.said.parts
	if s.said.seen && !s.said.matters() {
		kept = nil
	}
	kept = slices.DeleteFunc(slices.Clone(kept), func(p part) bool { return slices.Contains(parts, p) })
	kept = append(kept, parts...)
	s.said = message{parts: kept[max(len(kept)-maxParts, 0):]}
	s.messages++
	s.fade.Stop()
	if !s.said.matters() {
		s.fade.Start(s, fadesAfter, s.Hush)
	}
}

// Hush removes the message. A place calls it if it handles keys itself that are not text.
func (s *Stage) Hush() {
	s.said = message{}
	s.fade.Stop()
}

// matters reports whether a message stays until a key is pressed.
func (m message) matters() bool {
	return slices.ContainsFunc(m.parts, func(p part) bool { return p.tone != canvas.Plain })
}

// lines breaks the message into at most that many lines. It cuts a long message at the front, to keep the advice at the
// end.
func (m message) lines(c canvas.Canvas, most int) (lines []string) {
	var parts [][]string
	all := 0
	for _, p := range m.parts {
		if text := c.Spaced(c.Commands(p.text)); text != "" {
			parts = append(parts, c.Wrap("", text, p.tone))
			all += len(parts[len(parts)-1])
		}
	}
	for _, part := range parts {
		if n := max(len(part)-max(all-most, 0), 1); n < len(part) {
			all -= len(part) - n
			last := c.Cut(part[n-1], c.Width-canvas.Cells(c.Glyph.Ellipsis)-1)
			if !strings.Contains(last, c.Glyph.Ellipsis) {
				last += " " + c.Glyph.Ellipsis
			}
			part = append(part[:n-1:n-1], last)
			command := func(line string) bool { return strings.Contains(ansi.Strip(line), ": travel ") }
			if i := slices.IndexFunc(part[1:], command); i >= 0 { // nobody must copy half a command
				part = part[:i+1]
			}
		}
		lines = append(lines, part...)
	}
	return lines[max(len(lines)-most, 0):]
}

// pause is a wait before work continues.
type pause struct {
	until time.Time
	why   string // untrusted text
	tick  Timer  // counts down
}

// Waits shows how long something waits and why, with a countdown. The status text of a job covers a short wait. Jobs
// must call it through Post, like everything else.
func (s *Stage) Waits(d time.Duration, why string) {
	const short = 5 * time.Second
	if d < short {
		return
	}
	s.endPause()
	s.pause = pause{until: s.Desk.Now().Add(d), why: why}
	s.countDown()
}

// countDown wakes the stage once a second while a wait is shown.
func (s *Stage) countDown() {
	left := s.pause.until.Sub(s.Desk.Now())
	if left <= 0 || len(s.working) == 0 {
		s.endPause()
		return
	}
	s.pause.tick.Start(s, min(left, time.Second), s.countDown)
}

func (s *Stage) endPause() {
	s.pause.tick.Stop()
	s.pause = pause{}
}
