package schedule

import (
	"encoding/xml"
	"fmt"
	"strings"
	"time"
)

// launchd writes an agent of the person's own (launchd.plist(5)). It begins when it is loaded, and then
// every so often; what was slept through is made up for once.
func launchd(job Job) Entry {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
`)
	fmt.Fprintf(&b, "  <key>Label</key>\n  <string>%s</string>\n  <key>ProgramArguments</key>\n  <array>\n", escaped(job.Name))
	for _, word := range append([]string{job.Program}, job.Args...) {
		fmt.Fprintf(&b, "    <string>%s</string>\n", escaped(word))
	}
	b.WriteString("  </array>\n")
	if len(job.Env) > 0 {
		b.WriteString("  <key>EnvironmentVariables</key>\n  <dict>\n")
		for _, variable := range job.Env {
			name, value, _ := strings.Cut(variable, "=")
			fmt.Fprintf(&b, "    <key>%s</key>\n    <string>%s</string>\n", escaped(name), escaped(value))
		}
		b.WriteString("  </dict>\n")
	}
	fmt.Fprintf(&b, "  <key>StartInterval</key>\n  <integer>%d</integer>\n  <key>RunAtLoad</key>\n  <true/>\n</dict>\n</plist>\n", int(job.Every.Seconds()))
	file := "~/Library/LaunchAgents/" + job.Name + ".plist"
	return Entry{
		System: Launchd, Parts: []Part{{file, b.String()}},
		Begin: []string{"launchctl bootstrap gui/$(id -u) " + file}, End: []string{"launchctl bootout gui/$(id -u)/" + job.Name},
	}
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder takes everything
	return b.String()
}

// windows writes a command for PowerShell that registers a task. What runs already is not started a second
// time, and what was missed is made up for. A task has no variables of its own, so Env is left out.
func windows(job Job) Entry {
	args := make([]string, len(job.Args))
	for i, arg := range job.Args {
		args[i] = argument(arg)
	}
	start := fmt.Sprintf("(Get-Date).Date.AddMinutes(%d)", job.Minute)
	if job.Every == day {
		start = fmt.Sprintf("(Get-Date).Date.AddMinutes(%d)", morning*60+job.Minute)
	}
	text := fmt.Sprintf("Register-ScheduledTask -TaskName %s -Description %s `\n"+
		"  -Action (New-ScheduledTaskAction -Execute %s -Argument %s) `\n"+
		"  -Trigger (New-ScheduledTaskTrigger -Once -At %s -RepetitionInterval (New-TimeSpan -Minutes %d)) `\n"+
		"  -Settings (New-ScheduledTaskSettingsSet -StartWhenAvailable -MultipleInstances IgnoreNew)\n",
		literal(job.Name), literal(job.About), literal(`"`+job.Program+`"`), literal(strings.Join(args, " ")), start, int(job.Every/time.Minute))
	return Entry{System: Windows, Parts: []Part{{"PowerShell", text}}, End: []string{"Unregister-ScheduledTask -TaskName " + literal(job.Name)}}
}

// literal is a text as PowerShell reads it, in which nothing is replaced. It takes typographic quotes for
// plain ones.
func literal(text string) string {
	return "'" + strings.NewReplacer("'", "''", "‘", "‘‘", "’", "’’", "‚", "‚‚", "‛", "‛‛").Replace(text) + "'"
}

// argument is a text as one argument of a command line of Windows: a quote has a backslash before it, and
// backslashes count only before a quote.
func argument(text string) string {
	if text != "" && !strings.ContainsAny(text, " \t\"") {
		return text
	}
	var b strings.Builder
	b.WriteByte('"')
	slashes := 0
	for i := range len(text) {
		switch text[i] {
		case '\\':
			slashes++
			continue
		case '"':
			b.WriteString(strings.Repeat(`\`, 2*slashes+1))
		default:
			b.WriteString(strings.Repeat(`\`, slashes))
		}
		slashes = 0
		b.WriteByte(text[i])
	}
	b.WriteString(strings.Repeat(`\`, 2*slashes))
	b.WriteByte('"')
	return b.String()
}
