// Package schedule writes the entries that make a system's scheduler run a program periodically: a line for cron,
// two units for systemd, an agent for launchd, a command for the Task Scheduler of Windows. It installs nothing and
// makes no request.
package schedule

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/problem"
)

// System is the name of a scheduler.
type System = string

// The schedulers.
const (
	Cron    System = "cron"
	Systemd System = "systemd"
	Launchd System = "launchd"
	Windows System = "windows"
)

// Systems returns all schedulers.
func Systems() []System { return []System{Systemd, Cron, Launchd, Windows} }

// Job is a program to run periodically.
type Job struct {
	Name     string   // letters, digits, - and _
	About    string   // one line
	Program  string   // an absolute path
	Args     []string // its arguments; any single-line text
	Env      []string // NAME=value; any single-line text
	Every    time.Duration
	Minute   int // of the hour in which it starts, so that not all computers start at once
	EndsWith int // an exit code besides 0 that is not a failure
}

// Part is a text to put somewhere.
type Part struct {
	Where string `json:"where"` // a file, as a shell reads it, or the command that takes the text
	Text  string `json:"text"`
}

// Entry is everything that a scheduler needs.
type Entry struct {
	System System   `json:"system"`
	Parts  []Part   `json:"parts"`
	Begin  []string `json:"begin,omitempty"` // commands that start it, once the parts are in place
	End    []string `json:"end,omitempty"`   // commands that end it
}

// spans are the intervals that every scheduler supports, shortest first.
var spans = []struct {
	word string
	time.Duration
}{
	{"15m", 15 * time.Minute}, {"20m", 20 * time.Minute}, {"30m", 30 * time.Minute}, {"1h", time.Hour}, {"2h", 2 * time.Hour},
	{"3h", 3 * time.Hour}, {"4h", 4 * time.Hour}, {"6h", 6 * time.Hour}, {"8h", 8 * time.Hour}, {"12h", 12 * time.Hour}, {"1d", day},
}

const (
	day     = 24 * time.Hour
	morning = 7 // the hour at which daily jobs run
)

// Every parses the interval of a job, which must divide the hour or the day.
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
	return 0, problem.NotAccepted(argument, text, "one of "+strings.Join(words, ", "))
}

// For writes a job for one of the Systems. It returns a usage error if the scheduler cannot represent one of the texts.
func For(system System, job Job) (Entry, error) {
	for _, text := range slices.Concat([]string{job.Program}, job.Args, job.Env) {
		if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return Entry{}, problem.Usagef("%q contains a line break or another control character, which no scheduler accepts", text)
		}
	}
	write := map[System]func(Job) (Entry, error){Systemd: systemd, Cron: cron, Launchd: launchd, Windows: windows}[system]
	entry, err := write(job)
	entry.System = system
	return entry, err
}

// clock holds a scheduler's time formats for jobs that run every few minutes, hourly, every few hours and daily:
// %[1]d is the minute, %[2]d the minutes, the hours or the hour.
type clock struct{ minutes, hour, hours, day string }

// The formats of crontab(5) and systemd.time(7).
var (
	cronClock    = clock{"%[1]d-59/%[2]d * * * *", "%[1]d * * * *", "%[1]d */%[2]d * * *", "%[1]d %[2]d * * *"}
	systemdClock = clock{"*-*-* *:%02[1]d/%[2]d:00", "*-*-* *:%02[1]d:00", "*-*-* 00/%[2]d:%02[1]d:00", "*-*-* %02[2]d:%02[1]d:00"}
)

func (c clock) at(every time.Duration, minute int) string {
	switch minutes, hours := int(every.Minutes()), int(every.Hours()); {
	case minutes < 60:
		return fmt.Sprintf(c.minutes, minute%minutes, minutes)
	case hours == 1:
		return fmt.Sprintf(c.hour, minute)
	case hours < 24:
		return fmt.Sprintf(c.hours, minute, hours)
	}
	return fmt.Sprintf(c.day, minute, morning)
}

// isPlain reports whether a text needs no quotes: only letters, digits and the given signs.
func isPlain(text, signs string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(signs, r))
	})
}

// cron writes a crontab line: five time fields and a command for sh. In the command, cron turns each %, quoted or
// not, into the end of a line unless a backslash precedes it (crontab(5)). Crons differ in how they read a backslash
// before a backslash, so a text that contains one is refused.
func cron(job Job) (Entry, error) {
	var line []string
	for i, text := range slices.Concat(job.Env, []string{job.Program}, job.Args) {
		if strings.Contains(text, `\`) {
			return Entry{}, problem.Usagef("%q contains a backslash, which cron implementations read differently", text).
				Advise("choose another scheduler, such as --for systemd")
		}
		if name, value, _ := strings.Cut(text, "="); i < len(job.Env) {
			line = append(line, name+"="+shellWord(value))
			continue
		}
		line = append(line, shellWord(text))
	}
	command := strings.ReplaceAll(strings.Join(line, " "), "%", `\%`)
	return Entry{Parts: []Part{{"crontab -e", cronClock.at(job.Every, job.Minute) + " " + command + "\n"}}}, nil
}

// shellWord quotes a text as one word for sh. It uses no backslash, which cron might interpret.
func shellWord(text string) string {
	if isPlain(text, "._:-+,/@") {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'"'"'`) + "'"
}

// systemd writes a user service and its timer (systemd.exec(5), systemd.timer(5)).
func systemd(job Job) (Entry, error) {
	var service strings.Builder
	fmt.Fprintf(&service, "[Unit]\nDescription=%s\n\n[Service]\nType=oneshot\n", strings.ReplaceAll(job.About, "%", "%%"))
	for _, variable := range job.Env {
		fmt.Fprintf(&service, "Environment=%s\n", unitQuoted(variable))
	}
	words := unitProgram(job.Program)
	for _, arg := range job.Args {
		words = append(words, unitWord(arg))
	}
	fmt.Fprintf(&service, "ExecStart=%s\n", strings.Join(words, " "))
	if job.EndsWith != 0 {
		fmt.Fprintf(&service, "SuccessExitStatus=%d\n", job.EndsWith)
	}
	timer := fmt.Sprintf("[Unit]\nDescription=%s\n\n[Timer]\nOnCalendar=%s\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n",
		strings.ReplaceAll(job.About, "%", "%%"), systemdClock.at(job.Every, job.Minute))
	const dir = "~/.config/systemd/user/"
	return Entry{
		Parts: []Part{{dir + job.Name + ".service", service.String()}, {dir + job.Name + ".timer", timer}},
		Begin: []string{"systemctl --user daemon-reload", "systemctl --user enable --now " + job.Name + ".timer"},
		End:   []string{"systemctl --user disable --now " + job.Name + ".timer"},
	}, nil
}

// unitProgram returns the words that start a program. systemd allows no quotes and no backslash in its path, so such
// a program is started by sh.
func unitProgram(path string) []string {
	if strings.ContainsAny(path, `'"\`+"`") {
		return []string{"/bin/sh", "-c", `'exec "$$0" "$$@"'`, unitWord(path)}
	}
	return []string{unitQuoted(path)} // a $ stays unescaped: variables are only expanded in arguments
}

// unitWord quotes a text as an argument, in which $ would begin a variable.
func unitWord(text string) string { return strings.ReplaceAll(unitQuoted(text), "$", "$$") }

// unitQuoted quotes a text as one word of a unit, in which % would begin a specifier.
func unitQuoted(text string) string {
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "%", "%%").Replace(text)
	if isPlain(text, "._:-+,/@=%$") {
		return quoted
	}
	return `"` + quoted + `"`
}

// launchd writes a user agent (launchd.plist(5)). It runs when it is loaded and then at each interval; runs missed
// during sleep are made up for once.
func launchd(job Job) (Entry, error) {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
`)
	fmt.Fprintf(&b, "  <key>Label</key>\n  <string>%s</string>\n  <key>ProgramArguments</key>\n  <array>\n", html.EscapeString(job.Name))
	for _, word := range append([]string{job.Program}, job.Args...) {
		fmt.Fprintf(&b, "    <string>%s</string>\n", html.EscapeString(word))
	}
	b.WriteString("  </array>\n")
	if len(job.Env) > 0 {
		b.WriteString("  <key>EnvironmentVariables</key>\n  <dict>\n")
		for _, variable := range job.Env {
			name, value, _ := strings.Cut(variable, "=")
			fmt.Fprintf(&b, "    <key>%s</key>\n    <string>%s</string>\n", html.EscapeString(name), html.EscapeString(value))
		}
		b.WriteString("  </dict>\n")
	}
	fmt.Fprintf(&b, "  <key>StartInterval</key>\n  <integer>%d</integer>\n  <key>RunAtLoad</key>\n  <true/>\n</dict>\n</plist>\n", int(job.Every.Seconds()))
	file := "~/Library/LaunchAgents/" + job.Name + ".plist"
	return Entry{
		Parts: []Part{{file, b.String()}},
		Begin: []string{"launchctl bootstrap gui/$(id -u) " + file}, End: []string{"launchctl bootout gui/$(id -u)/" + job.Name},
	}, nil
}

// windows writes a PowerShell command that registers a task. A task that is still running is not started again, and
// a missed run is made up for. A task has no environment variables of its own, so Env is ignored.
func windows(job Job) (Entry, error) {
	args := make([]string, len(job.Args))
	for i, arg := range job.Args {
		args[i] = argument(arg)
	}
	start := job.Minute // of the day
	if job.Every == day {
		start += morning * 60
	}
	text := fmt.Sprintf("Register-ScheduledTask -TaskName %s -Description %s `\n"+
		"  -Action (New-ScheduledTaskAction -Execute %s -Argument %s) `\n"+
		"  -Trigger (New-ScheduledTaskTrigger -Once -At (Get-Date).Date.AddMinutes(%d) -RepetitionInterval (New-TimeSpan -Minutes %d)) `\n"+
		"  -Settings (New-ScheduledTaskSettingsSet -StartWhenAvailable -MultipleInstances IgnoreNew)\n",
		literal(job.Name), literal(job.About), literal(`"`+job.Program+`"`), literal(strings.Join(args, " ")), start, int(job.Every/time.Minute))
	return Entry{Parts: []Part{{"PowerShell", text}}, End: []string{"Unregister-ScheduledTask -TaskName " + literal(job.Name)}}, nil
}

// literal quotes a text for PowerShell without expansion. PowerShell treats typographic quotes as plain ones.
func literal(text string) string {
	return "'" + strings.NewReplacer("'", "''", "‘", "‘‘", "’", "’’", "‚", "‚‚", "‛", "‛‛").Replace(text) + "'"
}

// argument quotes a text as one argument of a Windows command line: a backslash escapes a quote, and backslashes are
// special only before a quote.
func argument(text string) string {
	if text != "" && !strings.ContainsAny(text, " \t\"") {
		return text
	}
	text = regexp.MustCompile(`(\\*)"`).ReplaceAllString(text, `$1$1\"`)
	return `"` + regexp.MustCompile(`(\\+)$`).ReplaceAllString(text, `$1$1`) + `"`
}
