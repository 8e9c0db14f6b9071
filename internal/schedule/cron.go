package schedule

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/problem"
)

// cron writes a line of a crontab: five fields of time, and a command for sh in which cron itself takes
// each % for the end of a line, quoted or not, unless a backslash stands before it (crontab(5)). What a
// backslash before a backslash is differs between crons, so a text that holds one is refused.
func cron(job Job) (Entry, error) {
	var line []string
	for i, text := range slices.Concat(job.Env, []string{job.Program}, job.Args) {
		if strings.Contains(text, `\`) {
			return Entry{}, problem.UsageError{
				Text: fmt.Sprintf("%q holds a backslash, which crons read in different ways", text),
				Hint: "choose another scheduler, such as --for systemd",
			}
		}
		if name, value, _ := strings.Cut(text, "="); i < len(job.Env) {
			line = append(line, name+"="+shellWord(value))
			continue
		}
		line = append(line, shellWord(text))
	}
	command := strings.ReplaceAll(strings.Join(line, " "), "%", `\%`)
	return Entry{
		System: Cron,
		Parts:  []Part{{"crontab -e", cronTime(job.Every, job.Minute) + " " + command + "\n"}},
	}, nil
}

// shellWord makes a text one word for sh. It needs no backslash, which cron might read in its own way.
func shellWord(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._:-+,/@", r)
	}
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'"'"'`) + "'"
}

// morning is the hour of what runs once a day.
const morning = 7

// cronTime is the five fields of time.
func cronTime(every time.Duration, minute int) string {
	switch minutes, hours := int(every.Minutes()), int(every.Hours()); {
	case minutes < 60:
		return fmt.Sprintf("%d-59/%d * * * *", minute%minutes, minutes)
	case hours == 1:
		return fmt.Sprintf("%d * * * *", minute)
	case hours < 24:
		return fmt.Sprintf("%d */%d * * *", minute, hours)
	}
	return fmt.Sprintf("%d %d * * *", minute, morning)
}
