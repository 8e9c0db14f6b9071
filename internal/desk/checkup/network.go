package checkup

import (
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
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
)

// peer is a server that this program talks to.
type peer struct {
	origin string   // scheme, host and port
	roles  []string // what it is used for
}

// joined adds an address to the servers.
func joined(all []peer, role, address string) []peer {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return all
	}
	origin := u.Scheme + "://" + strings.ToLower(u.Host)
	i := slices.IndexFunc(all, func(p peer) bool { return p.origin == origin })
	if i < 0 {
		all, i = append(all, peer{origin: origin}), len(all)
	}
	all[i].roles = append(all[i].roles, role)
	return all
}

// configured returns the servers that the settings name.
func (c *checker) configured() []peer {
	all := joined(nil, "API", c.cfg.Get("api-url").Value)
	for _, role := range []string{"site", "issuer", "token", "revoke", "device"} {
		key := role + "-url"
		if role == "issuer" {
			key = role
		}
		all = joined(all, role, c.cfg.Get(key).Value)
	}
	return all
}

// named returns the servers that only the sign-in server names.
func (c *checker) named() []peer {
	if c.cfg.Embedded() {
		return nil
	}
	all := c.configured()
	known := len(all)
	server, _ := c.server()
	all = joined(all, "issuer", server.Issuer)
	for _, end := range server.List() {
		all = joined(all, end.Name, end.URL)
	}
	return all[known:]
}

// reachAll connects to the servers concurrently and returns the findings in their order.
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
	text := host + " (" + strings.Join(p.roles, ", ") + ")"
	through := text
	if reached.Proxy != "" {
		facts = append(facts, Fact{"proxy", reached.Proxy})
		through += " through the proxy " + reached.Proxy
	}
	if err != nil {
		f := c.failed(err, facts...)[0]
		e, ok := errors.AsType[*apiclient.ExchangeError](err)
		lookup, unknown := errors.AsType[*net.DNSError](err)
		switch {
		case !ok || e.Kind == apiclient.ProxyFailed: // its own text says it
		case e.Kind == apiclient.UntrustedTLS:
			f.Text, f.Remedy = strings.TrimPrefix(e.Detail, "the TLS connection is "), e.Advice()
		case unknown && lookup.IsNotFound:
			f.Text = "no name server knows this name"
			f.Remedy = "check the address in the settings, or whether a VPN has to be up"
		case errors.Is(err, syscall.ECONNREFUSED):
			f.Text = "nothing listens there"
			f.Remedy = "start the service, or check the address in the settings"
		case e.Kind == apiclient.ConnectTimeout:
			f.Text = fmt.Sprintf("no connection within %s", requestLimit)
			f.Remedy = "check for a firewall, or whether you need a VPN or a proxy (HTTPS_PROXY)"
		}
		f.Text = text + ": " + f.Text
		return []Finding{f}
	}
	if reached.TLS == "" {
		return found(through+": reached without TLS, on this computer", facts...)
	}
	ends := reached.Ends.UTC()
	facts = append(facts, Fact{"tls", reached.TLS}, Fact{"certificateEnds", ends.Format(time.RFC3339)})
	const notice = 14 * 24 * time.Hour // programs that renew certificates do it earlier
	if left := ends.Sub(c.Now()); left < notice {
		return warned(fmt.Sprintf("%s: its certificate ends on %s, in %d days", through, ends.Format(time.DateOnly), int(left.Hours()/24)),
			"tell those who run it; after that day nothing can be sent there", facts...)
	}
	return found(fmt.Sprintf("%s: %s, certificate until %s", through, reached.TLS, ends.Format(time.DateOnly)), facts...)
}

// checkProxy reports which variable sets the proxy, and never its user name or password.
func checkProxy(c *checker) []Finding {
	if c.cfg.Embedded() {
		return skipped("no network is used")
	}
	variable := c.firstSet("HTTPS_PROXY", "https_proxy")
	api := c.cfg.Get("api-url").Value
	host, err := transport.ProxyHost(api)
	text := "none for the API: " + c.firstSet("NO_PROXY", "no_proxy") + " exempts it from " + variable
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
	if other := c.firstSet("ALL_PROXY", "all_proxy"); other != "" && variable == "" {
		findings = append(findings, warned(other+" is set and not read", "if a proxy is needed, set HTTPS_PROXY", Fact{"variable", other})...)
	}
	return findings
}

// onThisComputer reports whether an address is a loopback address.
func onThisComputer(address string) bool {
	u, err := url.Parse(address)
	return err == nil && transport.IsLoopback(u.Hostname())
}

// checkClock compares the clock with the Date of the service and, if it is another host, of the sign-in server. The
// header has a precision of one second.
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
	if answer, err := c.health(); err == nil {
		if date, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
			readings = append(readings, reading{api, c.heard.Sub(date)})
		}
	}
	if server, _ := c.server(); server.Offset != 0 {
		if len(readings) == 0 || flow.HostOf(server.Issuer) != flow.HostOf(api) {
			readings = append(readings, reading{server.Issuer, server.Offset})
		}
	}
	if len(readings) == 0 {
		return skipped("no server sent its time")
	}
	// Beyond these offsets there is a warning, and a login fails.
	const notice, limit = 30 * time.Second, 5 * time.Minute
	var findings []Finding
	for i, r := range readings {
		facts := []Fact{{"offsetSeconds", int(r.offset.Round(time.Second).Seconds())}, {"server", r.server}}
		away := r.offset.Abs()
		if away <= notice {
			findings = append(findings, found("within "+max(away.Round(time.Second), time.Second).String()+" of "+r.server, facts...)...)
			continue
		}
		agrees := ""
		if other := readings[len(readings)-1-i]; other.offset.Abs() <= notice {
			agrees = other.server
		}
		wrong := flow.ClocksApart(r.server, r.offset, agrees)
		f := warned(wrong.Error(), "set this computer's clock; over 5 min a login fails", facts...)[0]
		if away > limit {
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
	answer, err := c.health()
	if refused, ok := errors.AsType[*apiclient.ProblemError](err); ok && refused.Status == http.StatusNotFound {
		err = &apiclient.ExchangeError{
			Kind: apiclient.NotTheAPI, Host: flow.HostOf(api), Status: refused.Status, Detail: "it has no health endpoint, so it is not the API",
		}
	}
	if err != nil {
		return c.unanswered(err)
	}
	status := string(answer.Value.Status)
	facts := []Fact{{"health", status}, {"commit", words.Stated(answer.Value.Commit)}}
	switch {
	case answer.Value.Status != apiclient.HealthStatusHealthy:
		return warned(api+" reports that it is "+status+", not healthy", "try again when the service has recovered", facts...)
	case c.cfg.Embedded():
		return found("embedded sandbox: "+status, facts...)
	}
	return found(api+": "+status, facts...)
}

// unanswered returns the finding for a request that failed. If the connection failed, the finding about the connection
// says so, and this one is skipped: a cause is named once.
func (c *checker) unanswered(err error, facts ...Fact) []Finding {
	server := "unknown"
	if e := flow.FaultOf(err); e.Host != "" && problem.ClassOf(err) == problem.Network {
		server = e.Host
	} else if e, ok := errors.AsType[*apiclient.ExchangeError](err); ok && e.Class() == problem.Network {
		server = e.Host
	}
	_, unknown := errors.AsType[*net.DNSError](err)
	dial, ok := errors.AsType[*net.OpError](err)
	unsent := errors.Is(err, transport.ErrProxySetting) || unknown || transport.Untrusted(err) ||
		ok && (dial.Op == "dial" || dial.Op == "proxyconnect") // whichever server it was for
	for _, f := range slices.Concat(c.connections(), c.further()) {
		if f.Status == Fail && (unsent || slices.Contains(f.Facts, Fact{"host", server})) {
			return skipped("not asked: see connection", facts...)
		}
	}
	return c.failed(err, facts...)
}

// checkSignIn reads the metadata that a login reads before it opens the browser.
func checkSignIn(c *checker) []Finding {
	server, err := c.server()
	ends := map[string]string{} // addresses by name
	var names []string
	for _, end := range server.List() {
		ends[end.Name] = end.URL
		names = append(names, end.Name)
	}
	facts := []Fact{{"issuer", server.Issuer}, {"namedByApi", server.NamedByAPI}, {"endpoints", ends}, {"pkceS256", server.SaysS256}}
	if err != nil {
		findings := c.unanswered(err, facts...)
		needed := !c.byToken() && !(c.cfg.Embedded() && c.cfg.NeedState() != nil)
		if f := &findings[0]; f.Status == Fail && !needed {
			f.Status, f.Err = Warn, nil
			f.Text += "; only a login needs it"
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
	findings := found(text, facts...)
	if !server.SaysS256 {
		findings = append(findings, warned("the server does not say that it supports PKCE with S256",
			"a login may be refused; ask those who run it")...)
	}
	for _, remark := range server.Remarks {
		findings = append(findings, warned(remark, "check issuer and api-url")...)
	}
	if server.Client != nil && !c.byToken() {
		findings = append(findings, c.failed(server.Client)...)
	}
	if ends["registration"] == "" && c.cfg.Get("client-id").Value == "" && !c.byToken() {
		f := c.failed(flow.NoClient("", deployment.ToChange(c.cfg, "client-id", "ID")))[0]
		f.Status, f.Err = Warn, nil
		findings = append(findings, f)
	}
	return findings
}
