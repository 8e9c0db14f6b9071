package checkup

import (
	"context"
	"net/http"
	"time"

	"travel.example/travel/internal/auth"
)

// reading is what a server's Date says of this computer's clock, which is ahead by offset.
type reading struct {
	server string
	offset time.Duration
}

// readings are those of the service and, where that is another one, of the sign-in server.
func (c *checker) readings() []reading {
	var all []reading
	api := c.cfg.Get("api-url").Value
	if offset, ok := c.serviceOffset(); ok {
		all = append(all, reading{api, offset})
	}
	server, _ := c.server()
	if server.Offset == 0 {
		return all
	}
	signIn := reading{server.Issuer, server.Offset}
	if signIn.server == "" && len(server.Endpoints) > 0 {
		signIn.server = server.Endpoints[0].URL
	}
	if len(all) > 0 && hostOf(signIn.server) == hostOf(api) {
		return all
	}
	return append(all, signIn)
}

// checkClock compares with the Date of the service and of the sign-in server. What the header says is
// whole seconds.
func (c *checker) checkClock(context.Context) []Finding {
	const name = "clock"
	if c.cfg.Embedded() {
		return []Finding{found(name, "the sandbox goes by this computer's clock")}
	}
	readings := c.readings()
	if len(readings) == 0 {
		return []Finding{skipped(name, "no server told the time")}
	}
	findings := make([]Finding, len(readings))
	for i, r := range readings {
		findings[i] = c.judgeClock(name, r)
		other := readings[len(readings)-1-i]
		if findings[i].Status != OK && other.offset.Abs() <= clockNotice {
			findings[i].Remedy = "tell those who run it: its clock alone is off, " + other.server + " agrees with this computer's"
		}
	}
	return findings
}

func (c *checker) judgeClock(name string, r reading) Finding {
	facts := []Fact{{"offsetSeconds", int(r.offset.Round(time.Second).Seconds())}, {"server", r.server}}
	wrong := &auth.ClockError{Server: r.server, Offset: r.offset}
	switch away := r.offset.Abs(); {
	case away > clockLimit:
		return c.failed(name, wrong, facts...)
	case away > clockNotice:
		return warned(name, wrong.Error(), "set this computer's clock; over 5 min a login fails", facts...)
	}
	return found(name, "within "+max(r.offset.Abs().Round(time.Second), time.Second).String()+" of "+r.server, facts...)
}

// serviceOffset is this computer's clock minus the service's.
func (c *checker) serviceOffset() (time.Duration, bool) {
	answer, err := c.answered()
	if err != nil {
		return 0, false
	}
	date, err := http.ParseTime(answer.Header.Get("Date"))
	return c.heard.Sub(date), err == nil
}
