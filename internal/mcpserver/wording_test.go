package mcpserver

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/problem"
)

// No mistake that a tool names is told in the words of a command line: no flag, no label of an argument, and
// no command, which a model may not be able to run.
func TestNoToolSpeaksOfTheCommandLine(t *testing.T) {
	a := newAgent(t)
	foreign := regexp.MustCompile(`--[a-z]|\btravel [a-z]+ [a-z]|see: travel|\b(FROM|TO|DATE|RETURN|CHECKIN|CHECKOUT|WHEN|PLACE|CITY|QUERY|COUNTRY|TRIP|FARE|RATE|HOTEL|MARKET|DAY)\b`)
	good := map[string]string{
		"from": `"DXB"`, "to": `"LHR"`, "fromDate": `"2026-12-22"`, "toDate": `"2026-12-29"`, "place": `"LIS"`, "checkIn": `"2026-12-22"`, "checkOut": `"2026-12-24"`,
		"days": `"2026-12-22"`, "query": `"lis"`, "countryCode": `"PT"`, "hotel": `"7"`, "cityCode": `"LIS"`, "code": `"LIS"`,
	}
	told := 0
	for _, tool := range Tools() {
		if strings.HasPrefix(tool.Name, "submit") {
			continue
		}
		var schema struct {
			Properties map[string]json.RawMessage
			Required   []string
		}
		if err := json.Unmarshal(tool.Input, &schema); err != nil {
			t.Fatal(err)
		}
		attempts := []string{`{}`}
		for name := range schema.Properties {
			for _, value := range []string{`"nope"`, `99999999`, `{}`, `"2020-01-01"`, `"LIS"`} {
				members := []string{fmt.Sprintf("%q:%s", name, value)}
				for _, needed := range schema.Required {
					if given, ok := good[needed]; ok && needed != name {
						members = append(members, fmt.Sprintf("%q:%s", needed, given))
					}
				}
				slices.Sort(members)
				attempts = append(attempts, "{"+strings.Join(members, ",")+"}")
			}
		}
		a.session.Allow(0) // what is right stops before it is sent
		for _, arguments := range attempts {
			_, err := a.try(tool.Name, arguments)
			if err == nil {
				continue
			}
			f := Failed(tool.Name, err)
			told++
			if class := f.Class; class == problem.Login || class == problem.Local {
				t.Errorf("%s %s: class %s: %s", tool.Name, arguments, class, f.Detail)
			}
			text := f.Detail + "\n" + strings.ReplaceAll(f.Hint, "the person can start the server with --max-searches N to allow more", "")
			for _, value := range good {
				text = strings.ReplaceAll(text, value, "")
			}
			if found := foreign.FindString(text); found != "" {
				t.Errorf("%s %s: %q in %s; %s", tool.Name, arguments, found, f.Detail, f.Hint)
			}
		}
	}
	if told < 300 {
		t.Errorf("%d mistakes were told", told)
	}
}
