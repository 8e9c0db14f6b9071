package commands

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
)

// How far the clocks may be apart: for a word of it, and for a login to work.
const (
	clockNotice = 30 * time.Second
	clockLimit  = 5 * time.Minute
)

// checkService asks for the service's health, without a token.
func (d *visit) checkService(context.Context) []finding {
	const name = "service"
	answer, err := d.answered()
	if problem, ok := errors.AsType[*apiclient.ProblemError](err); ok && problem.Status == http.StatusNotFound {
		// Where the health is not found, nothing else of the API will be.
		err = &apiclient.BadResponseError{
			Kind: apiclient.NotTheAPI, Host: hostOf(d.cfg.Get("api-url").Value), Status: problem.Status,
			Detail: "it knows no health, so it is not the API",
		}
	}
	if err != nil {
		return []finding{unanswered(name, err)}
	}
	status := string(answer.Value.Status)
	facts := []fact{{"health", status}, {"commit", stated(answer.Value.Commit)}}
	text := d.cfg.Get("api-url").Value + ": " + status
	if d.embedded() {
		text = "embedded sandbox: " + status
	}
	if answer.Value.Status != apiclient.HealthStatusHealthy {
		return []finding{warned(name, text, "wait until the service is well again", facts...)}
	}
	return []finding{found(name, text, facts...)}
}

// unanswered is a failure of a question to a server. What the lines of the
// connections say already is not said again.
func unanswered(name string, err error, facts ...fact) finding {
	f := failed(name, err, facts...)
	f.remedy = here(f.remedy)
	if neverAsked(err) {
		f.text, f.remedy = "could not be asked: there is no connection", ""
	}
	return f
}

// checkClock compares with the Date of the service, else of the sign-in server.
// What the header says is whole seconds.
func (d *visit) checkClock(context.Context) []finding {
	const name = "clock"
	if d.embedded() {
		return []finding{found(name, "the sandbox goes by this computer's clock")}
	}
	host := d.cfg.Get("api-url").Value
	offset, ok := d.serviceOffset()
	if server, err := d.server(); !ok && err == nil && server.Offset != 0 {
		offset, host, ok = server.Offset, server.Issuer, true
	}
	if !ok {
		return []finding{skipped(name, "nobody told the time")}
	}
	facts := []fact{{"offsetSeconds", int(offset.Round(time.Second).Seconds())}, {"server", host}}
	wrong := &auth.ClockError{Server: host, Offset: offset}
	switch away := offset.Abs(); {
	case away > clockLimit:
		return []finding{failed(name, wrong, facts...)}
	case away > clockNotice:
		return []finding{warned(name, wrong.Error(), "set this computer's clock; over 5 min a login fails", facts...)}
	}
	return []finding{found(name, "within "+max(offset.Abs().Round(time.Second), time.Second).String()+" of "+host, facts...)}
}

// serviceOffset is this computer's clock minus the service's.
func (d *visit) serviceOffset() (time.Duration, bool) {
	answer, err := d.answered()
	if err != nil {
		return 0, false
	}
	date, err := http.ParseTime(answer.Header.Get("Date"))
	return d.heard.Sub(date), err == nil
}

// checkSignIn reads what a login would read before it opens the browser.
func (d *visit) checkSignIn(context.Context) []finding {
	const name = "sign-in"
	server, err := d.server()
	ends := map[string]string{}
	var names []string
	for _, end := range server.Endpoints {
		ends[end.Name] = end.URL
		names = append(names, end.Name)
	}
	facts := []fact{{"issuer", server.Issuer}, {"namedByApi", server.NamedByAPI}, {"endpoints", ends}, {"pkceS256", server.SaysS256}}
	if err != nil {
		f := unanswered(name, err, facts...)
		if d.byToken() { // which needs no sign-in
			f = f.softened()
			f.text += "; only travel login needs it"
		}
		return []finding{f}
	}
	findings := []finding{found(name, signInWords(server, names), facts...)}
	if !server.Pinned && !server.SaysS256 {
		findings = append(findings, warned(name, "the server does not say that it takes PKCE with S256",
			"a login may be refused; ask those who run it"))
	}
	for _, remark := range server.Remarks {
		findings = append(findings, warned(name, remark, "check issuer and api-url"))
	}
	if ends["registration"] == "" && d.cfg.Get("client-id").Value == "" && !d.byToken() {
		findings = append(findings, failed(name, &auth.SettingsError{Setting: "client-id", Reason: "is not set"}).softened())
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
