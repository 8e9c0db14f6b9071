package schedule

import (
	"fmt"
	"strings"
	"time"
)

// systemd writes a service of the person's own and its timer (systemd.exec(5), systemd.timer(5)).
func systemd(job Job) Entry {
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
		strings.ReplaceAll(job.About, "%", "%%"), calendar(job.Every, job.Minute))
	const dir = "~/.config/systemd/user/"
	return Entry{
		System: Systemd,
		Parts:  []Part{{dir + job.Name + ".service", service.String()}, {dir + job.Name + ".timer", timer}},
		Begin:  []string{"systemctl --user daemon-reload", "systemctl --user enable --now " + job.Name + ".timer"},
		End:    []string{"systemctl --user disable --now " + job.Name + ".timer"},
	}
}

// unitProgram is the program to start. systemd takes no quotes and no backslash in its path, so such a one
// is started by sh.
func unitProgram(path string) []string {
	if strings.ContainsAny(path, `'"\`+"`") {
		return []string{"/bin/sh", "-c", `'exec "$$0" "$$@"'`, unitWord(path)}
	}
	return []string{unitQuoted(path)} // a $ stays as it is: variables are put into arguments alone
}

// unitWord is a text as an argument: $ would be a variable.
func unitWord(text string) string { return strings.ReplaceAll(unitQuoted(text), "$", "$$") }

// unitQuoted is a text as one word of a unit, in which % would be a specifier.
func unitQuoted(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._:-+,/@=%$", r)
	}
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "%", "%%").Replace(text)
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return quoted
	}
	return `"` + quoted + `"`
}

// calendar is when it begins (systemd.time(7)).
func calendar(every time.Duration, minute int) string {
	switch minutes, hours := int(every.Minutes()), int(every.Hours()); {
	case minutes < 60:
		return fmt.Sprintf("*-*-* *:%02d/%d:00", minute%minutes, minutes)
	case hours == 1:
		return fmt.Sprintf("*-*-* *:%02d:00", minute)
	case hours < 24:
		return fmt.Sprintf("*-*-* 00/%d:%02d:00", hours, minute)
	}
	return fmt.Sprintf("*-*-* %02d:%02d:00", morning, minute)
}
