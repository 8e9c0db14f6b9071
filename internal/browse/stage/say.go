package stage

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/words"
)

// message is what the lines above the keys say.
type message struct {
	parts []part
	seen  bool // it was on the screen
}

// part is a sentence of a message, on lines of its own.
type part struct {
	text string // foreign
	tone canvas.Tone
}

const (
	maxSaid  = 4 // lines that a message takes
	maxParts = 6 // sentences that are kept

	fadesAfter = 8 * time.Second // what stands over how a place is doing, and is no warning
)

// Say says a sentence on the lines above the keys, until the next key or for some seconds. It may be
// foreign text. What was not seen yet stays before it, as does a warning.
func (s *Stage) Say(text string) { s.tell(part{text: text}) }

// Warn says what the traveler should not miss; it stays until the next key.
func (s *Stage) Warn(text string) { s.tell(part{text: text, tone: canvas.Warn}) }

// Failed says what went wrong, with the way out. It says nothing of an end that the traveler asked for.
func (s *Stage) Failed(err error) {
	if err == nil || errors.Is(err, desk.ErrNothing) || errors.Is(err, context.Canceled) {
		return
	}
	why, way := s.Reason(err)
	s.tell(part{text: why, tone: canvas.Bad}, part{text: way})
}

// Reason is what went wrong, and the way out, "" where none is known. Both may be foreign text.
func (s *Stage) Reason(err error) (why, way string) {
	return desk.Untraced(err), cmp.Or(s.Desk.TokenAdvice(err), desk.AdviceOf(err))
}

// Expired says of a search that has expired which key makes it again; false where the failure is another.
func (s *Stage) Expired(err error) bool {
	gone, ok := errors.AsType[desk.GoneError](err)
	if ok {
		s.Warn(words.UpperFirst(gone.Error()) + ". R searches again.")
	}
	return ok
}

// tell adds to what is said what has to be read, and replaces what has been.
func (s *Stage) tell(parts ...part) {
	kept := s.said.parts
	if s.said.seen && !s.said.matters() {
		kept = nil
	}
	kept = slices.DeleteFunc(slices.Clone(kept), func(p part) bool { return slices.Contains(parts, p) })
	kept = append(kept, parts...)
	s.said = message{parts: kept[max(len(kept)-maxParts, 0):]}
	s.told++
	s.fade()
	if told := s.told; !s.said.matters() {
		s.fade = s.Later(fadesAfter, func() {
			if s.told == told {
				s.hush()
			}
		})
	}
}

// Hush takes away what is said, for a place that takes keys itself which are no text.
func (s *Stage) Hush() { s.hush() }

// hush takes away what is said.
func (s *Stage) hush() {
	s.said = message{}
	s.fade()
	s.fade = func() {}
}

// matters tells of a message that stays until a key is pressed.
func (m message) matters() bool {
	return slices.ContainsFunc(m.parts, func(p part) bool { return p.tone != canvas.Plain })
}

// lines are a message as it is drawn, at most so many lines of it; none where nothing is said. Where it is
// longer, what has most to say is cut first, so that the way out of a failure stays.
func (m message) lines(c canvas.Canvas, most int) []string {
	var parts [][]string
	all := 0
	for _, p := range m.parts {
		if text := c.Spaced(c.Commands(p.text)); text != "" {
			parts = append(parts, c.Wrap("", text, p.tone))
			all += len(parts[len(parts)-1])
		}
	}
	whole := slices.Clone(parts)
	for ; all > most; all-- {
		longest := 0
		for i := range parts {
			if len(parts[i]) > len(parts[longest]) {
				longest = i
			}
		}
		parts[longest] = parts[longest][:len(parts[longest])-1]
	}
	var lines []string
	for i, part := range parts {
		if n := len(part); n > 0 && n < len(whole[i]) {
			part = append(part[:n-1:n-1], unfinished(c, part[n-1]))
			part = wholeCommands(part)
		}
		lines = append(lines, part...)
	}
	return lines
}

// wholeCommands leaves out the lines of a message that was cut from the one on which its last command begins:
// half a command is not to be copied.
func wholeCommands(cut []string) []string {
	for i, line := range cut {
		if i > 0 && strings.Contains(ansi.Strip(line), ": travel ") {
			return cut[:i]
		}
	}
	return cut
}

// unfinished is a line with the mark that something is missing behind it.
func unfinished(c canvas.Canvas, line string) string {
	cut := c.Cut(line, c.Width-canvas.Cells(c.Glyph.Ellipsis)-1)
	if strings.Contains(cut, c.Glyph.Ellipsis) {
		return cut
	}
	return cut + " " + c.Glyph.Ellipsis
}

// pause is a wait before something goes on.
type pause struct {
	until time.Time
	why   string // foreign text
	tick  func() // ends what counts it down; nil where nothing does
}

// The waits that are told of: one of a job, and one that is counted down.
const (
	longPause    = 5 * time.Second
	countedPause = 2 * time.Second
)

// Waits tells for how long something waits and for what, and counts it down. It
// may be called from a job, by Post, as everything else.
func (s *Stage) Waits(d time.Duration, why string) {
	if d < countedPause {
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
	s.pause.tick = s.Later(min(left, time.Second), s.countDown)
}

func (s *Stage) endPause() {
	if s.pause.tick != nil {
		s.pause.tick()
	}
	s.pause = pause{}
}

// waiting is what is waited for, in words; "" where nothing is.
func (s *Stage) waiting() string {
	if s.pause.until.IsZero() || len(s.working) == 0 {
		return ""
	}
	left := s.pause.until.Sub(s.Desk.Now())
	if left <= 0 {
		return ""
	}
	return "waiting " + words.Wait(left) + ": " + s.pause.why
}
