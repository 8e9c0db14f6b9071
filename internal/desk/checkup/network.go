package checkup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
)

// certificateNotice is how long before its end a certificate is worth a word:
// programs that renew one do it earlier.
const certificateNotice = 14 * 24 * time.Hour

// peer is a server that this program talks to, and what for.
type peer struct {
	origin string // scheme, host and port
	roles  []string
}

// joined puts the addresses of one server together. The order is that of the addresses.
func joined(addresses []Fact) []peer {
	var all []peer
	for _, address := range addresses {
		u, err := url.Parse(fmt.Sprint(address.Value))
		if err != nil || u.Host == "" {
			continue
		}
		origin := u.Scheme + "://" + strings.ToLower(u.Host)
		i := slices.IndexFunc(all, func(p peer) bool { return p.origin == origin })
		if i < 0 {
			all, i = append(all, peer{origin: origin}), len(all)
		}
		all[i].roles = append(all[i].roles, address.Name)
	}
	return all
}

// configured returns the servers that the settings name.
func (c *checker) configured() []peer {
	var addresses []Fact
	for _, key := range []string{"api-url", "site-url", "issuer", "authorize-url", "token-url", "jwks-url", "revoke-url", "device-url"} {
		role := strings.TrimSuffix(key, "-url")
		if role == "api" {
			role = "API"
		}
		addresses = append(addresses, Fact{role, c.cfg.Get(key).Value})
	}
	return joined(addresses)
}

// named returns the servers that only the sign-in server names.
func (c *checker) named() []peer {
	server, _ := c.server()
	addresses := []Fact{{"issuer", server.Issuer}}
	for _, end := range server.List() {
		addresses = append(addresses, Fact{end.Name, end.URL})
	}
	known := c.configured()
	return slices.DeleteFunc(joined(addresses), func(p peer) bool {
		return slices.ContainsFunc(known, func(k peer) bool { return k.origin == p.origin })
	})
}

// reachAll connects to the servers side by side and returns the findings in their order.
func (c *checker) reachAll(ctx context.Context, peers []peer) []Finding {
	findings := make([]Finding, len(peers))
	var all sync.WaitGroup
	for i, p := range peers {
		all.Go(func() {
			findings[i] = c.guarded(func() []Finding { return c.reach(ctx, p) })[0]
		})
	}
	all.Wait()
	return findings
}

func (c *checker) reach(ctx context.Context, p peer) []Finding {
	host := flow.HostOf(p.origin)
	reached, err := apiclient.Reach(ctx, p.origin, requestLimit)
	facts := []Fact{{"host", host}, {"roles", p.roles}}
	if reached.Proxy != "" {
		facts = append(facts, Fact{"proxy", reached.Proxy})
	}
	roles := " (" + strings.Join(p.roles, ", ") + ")"
	if err != nil {
		findings := c.failed(err, facts...)
		f := &findings[0]
		if cause, remedy := unconnected(err); cause != "" {
			f.Text, f.Remedy = cause, remedy
		}
		f.Text = host + roles + ": " + f.Text
		return findings
	}
	text := host + roles
	if reached.Proxy != "" {
		text += " through the proxy " + reached.Proxy
	}
	if reached.TLS == "" {
		return found(text+": reached without TLS, on this computer", facts...)
	}
	day := reached.Ends.UTC().Format(time.DateOnly)
	facts = append(facts, Fact{"tls", reached.TLS}, Fact{"certificateEnds", reached.Ends.UTC().Format(time.RFC3339)})
	if left := reached.Ends.Sub(c.Now()); left < certificateNotice {
		return warned(fmt.Sprintf("%s: its certificate ends on %s, in %d days", text, day, int(left.Hours()/24)),
			"tell those who run it; after that day nothing can be sent there", facts...)
	}
	return found(fmt.Sprintf("%s: %s, certificate until %s", text, reached.TLS, day), facts...)
}

// unconnected says in plain words why there is no connection, and what may help. It returns nothing for an error whose
// own text says so.
func unconnected(err error) (cause, remedy string) {
	e, ok := errors.AsType[*apiclient.ExchangeError](err)
	if !ok || e.Kind == apiclient.ProxyFailed {
		return "", ""
	}
	lookup, unknown := errors.AsType[*net.DNSError](err)
	switch {
	case e.Kind == apiclient.UntrustedTLS:
		return strings.TrimPrefix(e.Detail, "the TLS connection is "), e.Advice()
	case unknown && lookup.IsNotFound:
		return "no name server knows this name", "check the address in the settings, or whether a VPN has to be up"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing listens there", "start the service, or check the address in the settings"
	case e.Kind == apiclient.ConnectTimeout:
		return fmt.Sprintf("no connection within %s", requestLimit), "a firewall may be in between, or a VPN or a proxy (HTTPS_PROXY) be needed"
	}
	return "", ""
}

// neverAsked is a failure that only repeats what a connection's line says.
func neverAsked(err error) bool {
	_, unknown := errors.AsType[*net.DNSError](err)
	dial, ok := errors.AsType[*net.OpError](err)
	return errors.Is(err, transport.ErrProxySetting) || unknown || transport.Untrusted(err) || ok && (dial.Op == "dial" || dial.Op == "proxyconnect")
}

// checkProxy tells which variable leads through which proxy, and never its user name or password.
func checkProxy(c *checker) []Finding {
	if c.cfg.Embedded() {
		return skipped("no network is used")
	}
	variable := firstSet(c.Input.Getenv, "HTTPS_PROXY", "https_proxy")
	api := c.cfg.Get("api-url").Value
	host, err := transport.ProxyHost(api)
	text := "none for the API: " + firstSet(c.Input.Getenv, "NO_PROXY", "no_proxy") + " exempts it from " + variable
	switch {
	case host != "":
		text = host + ", from " + variable
	case variable == "":
		text = "none"
	case onThisComputer(api):
		text = variable + " is set; requests to this computer never go through a proxy"
	}
	facts := []Fact{{"variable", variable}, {"proxy", host}}
	findings := found(text, facts...)
	if err != nil {
		findings = c.failed(err, facts...)
	}
	if other := firstSet(c.Input.Getenv, "ALL_PROXY", "all_proxy"); other != "" && variable == "" {
		findings = append(findings, warned(other+" is set and not read", "if a proxy is needed, set HTTPS_PROXY", Fact{"variable", other})...)
	}
	return findings
}

// firstSet names the first variable that is set, or "".
func firstSet(getenv func(string) string, names ...string) string {
	for _, name := range names {
		if getenv(name) != "" {
			return name
		}
	}
	return ""
}

// onThisComputer tells whether an address can only lead to this computer.
func onThisComputer(address string) bool {
	u, err := url.Parse(address)
	return err == nil && transport.IsLoopback(u.Hostname())
}

// How far the clocks may be apart: for a word of it, and for a login to work.
const (
	clockNotice = 30 * time.Second
	clockLimit  = 5 * time.Minute
)

// checkClock compares with the Date of the service and, where that is another one, of the sign-in server.
// What the header says is whole seconds.
func checkClock(c *checker) []Finding {
	if c.cfg.Embedded() {
		return found("the sandbox uses this computer's clock")
	}
	type reading struct {
		server string
		offset time.Duration // this computer's clock minus the server's
	}
	var readings []reading
	api := c.cfg.Get("api-url").Value
	if answer, err := c.answered(); err == nil {
		if date, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
			readings = append(readings, reading{api, c.heard.Sub(date)})
		}
	}
	if server, _ := c.server(); server.Offset != 0 {
		at := cmp.Or(server.Issuer, server.Authorize)
		if len(readings) == 0 || flow.HostOf(at) != flow.HostOf(api) {
			readings = append(readings, reading{at, server.Offset})
		}
	}
	if len(readings) == 0 {
		return skipped("no server sent its time")
	}
	var findings []Finding
	for i, r := range readings {
		facts := []Fact{{"offsetSeconds", int(r.offset.Round(time.Second).Seconds())}, {"server", r.server}}
		away := r.offset.Abs()
		if away <= clockNotice {
			findings = append(findings, found("within "+max(away.Round(time.Second), time.Second).String()+" of "+r.server, facts...)...)
			continue
		}
		agrees := ""
		if other := readings[len(readings)-1-i]; other.offset.Abs() <= clockNotice {
			agrees = other.server
		}
		wrong := flow.ClocksApart(r.server, r.offset, agrees)
		f := warned(wrong.Error(), "set this computer's clock; over 5 min a login fails", facts...)[0]
		if away > clockLimit {
			f = c.failed(wrong, facts...)[0]
		}
		if agrees != "" {
			f.Remedy = wrong.Hint
		}
		findings = append(findings, f)
	}
	return findings
}

// checkService asks for the service's health, without a token.
func checkService(c *checker) []Finding {
	api := c.cfg.Get("api-url").Value
	answer, err := c.answered()
	if told, ok := errors.AsType[*apiclient.ProblemError](err); ok && told.Status == http.StatusNotFound {
		// Where the health is not found, nothing else of the API will be.
		err = &apiclient.ExchangeError{
			Kind: apiclient.NotTheAPI, Host: flow.HostOf(api), Status: told.Status, Detail: "it knows no health, so it is not the API",
		}
	}
	if err != nil {
		return c.unanswered(err)
	}
	status := string(answer.Value.Status)
	facts := []Fact{{"health", status}, {"commit", words.Stated(answer.Value.Commit)}}
	switch {
	case answer.Value.Status != apiclient.HealthStatusHealthy:
		return warned(api+" calls itself "+status+", not healthy", "wait until the service is well again", facts...)
	case c.cfg.Embedded():
		return found("embedded sandbox: "+status, facts...)
	}
	return found(api+": "+status, facts...)
}

// unanswered is a failure of a question to a server. Where there is no connection, the line of that
// connection says so, and this one is skipped: a cause is named once.
func (c *checker) unanswered(err error, facts ...Fact) []Finding {
	server := "unknown"
	if e := flow.FaultOf(err); e.Host != "" && problem.ClassOf(err) == problem.Network {
		server = e.Host
	} else if e, ok := errors.AsType[*apiclient.ExchangeError](err); ok && e.Class() == problem.Network {
		server = e.Host
	}
	never := neverAsked(err) // by any server
	for _, f := range slices.Concat(c.connections(), c.further()) {
		if f.Status == Fail && (never || slices.Contains(f.Facts, Fact{"host", server})) {
			return skipped("not asked: see connection", facts...)
		}
	}
	return c.failed(err, facts...)
}

// checkSignIn reads what a login would read before it opens the browser.
func checkSignIn(c *checker) []Finding {
	server, err := c.server()
	ends := map[string]string{}
	var names []string
	for _, end := range server.List() {
		ends[end.Name] = end.URL
		names = append(names, end.Name)
	}
	facts := []Fact{{"issuer", server.Issuer}, {"namedByApi", server.NamedByAPI}, {"endpoints", ends}, {"pkceS256", server.SaysS256}}
	if err != nil {
		findings := c.unanswered(err, facts...)
		needed := !c.byToken() && !(c.cfg.Embedded() && c.cfg.NeedState() != nil)
		if findings[0].Status == Fail && !needed {
			findings = softened(findings)
			findings[0].Text += "; only a login needs it"
		}
		return findings
	}
	text := server.Issuer
	if server.NamedByAPI {
		text += ", named by the API (RFC 9728)"
	}
	text += "; endpoints " + strings.Join(names, ", ")
	if server.SaysS256 {
		text += "; PKCE S256"
	}
	if server.Pinned {
		text = "the settings name " + strings.Join(names, ", ") + "; nothing is discovered"
	}
	findings := found(text, facts...)
	if !server.Pinned && !server.SaysS256 {
		findings = append(findings, warned("the server does not say that it takes PKCE with S256",
			"a login may be refused; ask those who run it")...)
	}
	for _, remark := range server.Remarks {
		findings = append(findings, warned(remark, "check issuer and api-url")...)
	}
	if server.Client != nil && !c.byToken() {
		findings = append(findings, c.failed(server.Client)...)
	}
	if ends["registration"] == "" && c.cfg.Get("client-id").Value == "" && !c.byToken() {
		findings = append(findings, softened(c.failed(flow.NoClient("", c.deployment.ToChange("client-id", "ID"))))...)
	}
	return findings
}
