// Package schedule writes what the scheduler of a system has to be given, so that it runs a program every
// so often: a line for cron, two units for systemd, an agent for launchd, a command for the Task Scheduler
// of Windows. It installs nothing and asks no one.
package schedule

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/problem"
)

// System is a scheduler.
type System string

// The schedulers.
const (
	Cron    System = "cron"
	Systemd System = "systemd"
	Launchd System = "launchd"
	Windows System = "windows"
)

// Systems are all of them.
func Systems() []System { return []System{Systemd, Cron, Launchd, Windows} }

// Job is what is run.
type Job struct {
	Name     string   // letters, digits, - and _
	About    string   // one line
	Program  string   // an absolute path
	Args     []string // of the program; any text of one line
	Env      []string // NAME=value; any text of one line
	Every    time.Duration
	Minute   int // of the hour in which it begins, so that not all computers begin at once
	EndsWith int // an exit code beside 0 that is no failure
}

// Part is a text to put somewhere.
type Part struct {
	Where string `json:"where"` // a file, as a shell reads it, or what takes the text
	Text  string `json:"text"`
}

// Entry is all that a scheduler needs.
type Entry struct {
	System System   `json:"system"`
	Parts  []Part   `json:"parts"`
	Begin  []string `json:"begin,omitempty"` // commands that start it, once the parts are in their place
	End    []string `json:"end,omitempty"`   // commands that end it
}

// spans are the lengths of time that every scheduler can be told, shortest first.
var spans = []struct {
	word string
	time.Duration
}{
	{"15m", 15 * time.Minute}, {"20m", 20 * time.Minute}, {"30m", 30 * time.Minute}, {"1h", time.Hour}, {"2h", 2 * time.Hour},
	{"3h", 3 * time.Hour}, {"4h", 4 * time.Hour}, {"6h", 6 * time.Hour}, {"8h", 8 * time.Hour}, {"12h", 12 * time.Hour}, {"1d", day},
}

const day = 24 * time.Hour

// Every reads how often a job runs: a length of time that divides the hour or the day.
func Every(argument, text string) (time.Duration, error) {
	given := strings.ToLower(strings.TrimSpace(text))
	length, err := time.ParseDuration(given)
	words := make([]string, len(spans))
	for i, span := range spans {
		if given == span.word || err == nil && length == span.Duration {
			return span.Duration, nil
		}
		words[i] = span.word
	}
	return 0, problem.NotAccepted(argument, text, "one of "+strings.Join(words, ", "), "")
}

// For writes what a scheduler needs for a job. The error is a [problem.UsageError]: a text that the
// scheduler has no way to hold.
func For(system System, job Job) (Entry, error) {
	for _, text := range slices.Concat([]string{job.Program}, job.Args, job.Env) {
		if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return Entry{}, problem.UsageError{Text: fmt.Sprintf("%q holds a line break or another control character, which no scheduler can be given", text)}
		}
	}
	switch system {
	case Systemd:
		return systemd(job), nil
	case Launchd:
		return launchd(job), nil
	case Windows:
		return windows(job), nil
	}
	return cron(job)
}
