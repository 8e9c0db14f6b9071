package checkup

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/words"
)

// How far the clocks may be apart: for a word of it, and for a login to work.
const (
	clockNotice = 30 * time.Second
	clockLimit  = 5 * time.Minute
)

// checkService asks for the service's health, without a token.
func (c *checker) checkService(context.Context) []Finding {
	const name = "service"
	answer, err := c.answered()
	if problem, ok := errors.AsType[*apiclient.ProblemError](err); ok && problem.Status == http.StatusNotFound {
		// Where the health is not found, nothing else of the API will be.
		err = &apiclient.BadResponseError{
			Kind: apiclient.NotTheAPI, Host: hostOf(c.cfg.Get("api-url").Value), Status: problem.Status,
			Detail: "it knows no health, so it is not the API",
		}
	}
	if err != nil {
		return []Finding{c.unanswered(name, err)}
	}
	status := string(answer.Value.Status)
	facts := []Fact{{"health", status}, {"commit", words.Stated(answer.Value.Commit)}}
	text := c.cfg.Get("api-url").Value + ": " + status
	if c.embedded() {
		text = "embedded sandbox: " + status
	}
	if answer.Value.Status != apiclient.HealthStatusHealthy {
		return []Finding{warned(name, text, "wait until the service is well again", facts...)}
	}
	return []Finding{found(name, text, facts...)}
}

// unanswered is a failure of a question to a server. What the lines of the
// connections say already is not said again.
func (c *checker) unanswered(name string, err error, facts ...Fact) Finding {
	f := c.failed(name, err, facts...)
	if neverAsked(err) {
		f.Text, f.Remedy = "could not be asked: there is no connection", ""
	}
	return f
}

// checkClock compares with the Date of the service, else of the sign-in server.
// What the header says is whole seconds.
func (c *checker) checkClock(context.Context) []Finding {
	const name = "clock"
	if c.embedded() {
		return []Finding{found(name, "the sandbox goes by this computer's clock")}
	}
	host := c.cfg.Get("api-url").Value
	offset, ok := c.serviceOffset()
	if server, err := c.server(); !ok && err == nil && server.Offset != 0 {
		offset, host, ok = server.Offset, server.Issuer, true
	}
	if !ok {
		return []Finding{skipped(name, "no server told the time")}
	}
	facts := []Fact{{"offsetSeconds", int(offset.Round(time.Second).Seconds())}, {"server", host}}
	wrong := &auth.ClockError{Server: host, Offset: offset}
	switch away := offset.Abs(); {
	case away > clockLimit:
		return []Finding{c.failed(name, wrong, facts...)}
	case away > clockNotice:
		return []Finding{warned(name, wrong.Error(), "set this computer's clock; over 5 min a login fails", facts...)}
	}
	return []Finding{found(name, "within "+max(offset.Abs().Round(time.Second), time.Second).String()+" of "+host, facts...)}
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

// checkSignIn reads what a login would read before it opens the browser.
func (c *checker) checkSignIn(context.Context) []Finding {
	const name = "sign-in"
	server, err := c.server()
	ends := map[string]string{}
	var names []string
	for _, end := range server.Endpoints {
		ends[end.Name] = end.URL
		names = append(names, end.Name)
	}
	facts := []Fact{{"issuer", server.Issuer}, {"namedByApi", server.NamedByAPI}, {"endpoints", ends}, {"pkceS256", server.SaysS256}}
	if err != nil {
		f := c.unanswered(name, err, facts...)
		if c.byToken() { // which needs no sign-in
			f = f.softened()
			f.Text += "; only travel login needs it"
		}
		return []Finding{f}
	}
	findings := []Finding{found(name, signInWords(server, names), facts...)}
	if !server.Pinned && !server.SaysS256 {
		findings = append(findings, warned(name, "the server does not say that it takes PKCE with S256",
			"a login may be refused; ask those who run it"))
	}
	for _, remark := range server.Remarks {
		findings = append(findings, warned(name, remark, "check issuer and api-url"))
	}
	if ends["registration"] == "" && c.cfg.Get("client-id").Value == "" && !c.byToken() {
		findings = append(findings, c.failed(name, &auth.SettingsError{Setting: "client-id", Reason: "is not set"}).softened())
	}
	return findings
}

func signInWords(server auth.Examination, names []string) string {
	if server.Pinned {
		return "the settings name " + strings.Join(names, ", ") + "; nothing is discovered"
	}
	text := server.Issuer
	if server.NamedByAPI {
		text += ", named by the API (RFC 9728)"
	}
	text += "; endpoints " + strings.Join(names, ", ")
	if server.SaysS256 {
		text += "; PKCE S256"
	}
	return text
}
