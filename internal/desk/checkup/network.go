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
	"travel.example/travel/internal/auth"
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

// configured are the servers that the settings name.
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

// checkConnections goes as far as a connection to each server of the settings.
func (c *checker) checkConnections(context.Context) []Finding {
	if c.cfg.Embedded() {
		return []Finding{skipped("connection", "the sandbox is inside this program, no network is used")}
	}
	return c.connections()
}

// checkEndpoints does the same for those that only the sign-in server names.
func (c *checker) checkEndpoints(context.Context) []Finding {
	if c.cfg.Embedded() {
		return nil
	}
	return c.further()
}

// reachFurther connects to the servers that only the sign-in server names.
func (c *checker) reachFurther(ctx context.Context) []Finding {
	server, _ := c.server()
	addresses := []Fact{{"issuer", server.Issuer}}
	for _, end := range server.Endpoints {
		addresses = append(addresses, Fact{end.Name, end.URL})
	}
	known := c.configured()
	further := slices.DeleteFunc(joined(addresses), func(p peer) bool {
		return slices.ContainsFunc(known, func(k peer) bool { return k.origin == p.origin })
	})
	return c.reachAll(ctx, further)
}

// reachAll asks the servers side by side and tells in their order.
func (c *checker) reachAll(ctx context.Context, peers []peer) []Finding {
	findings := make([]Finding, len(peers))
	var all sync.WaitGroup
	for i, p := range peers {
		all.Go(func() {
			findings[i] = c.guarded("connection", func() []Finding { return []Finding{c.reach(ctx, p)} })[0]
		})
	}
	all.Wait()
	return findings
}

func (c *checker) reach(ctx context.Context, p peer) Finding {
	const name = "connection"
	host := hostOf(p.origin)
	reached, err := apiclient.Reach(ctx, p.origin, requestLimit)
	facts := []Fact{{"host", host}, {"roles", p.roles}}
	if reached.Proxy != "" {
		facts = append(facts, Fact{"proxy", reached.Proxy})
	}
	roles := " (" + strings.Join(p.roles, ", ") + ")"
	if err != nil {
		f := c.failed(name, err, facts...)
		if cause, remedy := unconnected(err); cause != "" {
			f.Text, f.Remedy = cause, remedy
		}
		f.Text = host + roles + ": " + f.Text
		return f
	}
	text := host + roles
	if reached.Proxy != "" {
		text += " through the proxy " + reached.Proxy
	}
	if reached.TLS == "" {
		return found(name, text+": reached without TLS, on this computer", facts...)
	}
	day := reached.Ends.UTC().Format(time.DateOnly)
	facts = append(facts, Fact{"tls", reached.TLS}, Fact{"certificateEnds", reached.Ends.UTC().Format(time.RFC3339)})
	if left := reached.Ends.Sub(c.Now()); left < certificateNotice {
		return warned(name, fmt.Sprintf("%s: its certificate ends on %s, in %d days", text, day, int(left.Hours()/24)),
			"tell those who run it; after that day nothing can be sent there", facts...)
	}
	return found(name, fmt.Sprintf("%s: %s, certificate until %s", text, reached.TLS, day), facts...)
}

// unconnected says in plain words why there is no connection, and what may
// help; nothing for an error that says it itself.
func unconnected(err error) (cause, remedy string) {
	if e, ok := errors.AsType[*apiclient.BadResponseError](err); ok && e.Kind == apiclient.UntrustedTLS && e.Err != nil {
		return "not to be trusted: " + e.Err.Error(), e.Advice()
	}
	e, ok := errors.AsType[*apiclient.NetworkError](err)
	if !ok || e.Kind == apiclient.ProxyFailed {
		return "", ""
	}
	if lookup, ok := errors.AsType[*net.DNSError](err); ok && lookup.IsNotFound {
		return "no name server knows this name", "check the address in the settings, or whether a VPN has to be up"
	}
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing listens there", "start the service, or check the address in the settings"
	case e.Kind == apiclient.ConnectTimeout:
		return fmt.Sprintf("no connection within %s", requestLimit), "a firewall may be in between, or a VPN or a proxy (HTTPS_PROXY) be needed"
	}
	return "", ""
}

// neverAsked is a failure that only repeats what a connection's line says.
func neverAsked(err error) bool {
	if _, ok := errors.AsType[*transport.ProxySettingError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return true
	}
	if transport.Untrusted(err) {
		return true
	}
	dial, ok := errors.AsType[*net.OpError](err)
	return ok && (dial.Op == "dial" || dial.Op == "proxyconnect")
}

// checkProxy tells which variable leads through which proxy, and never its user name or password.
func (c *checker) checkProxy(context.Context) []Finding {
	const name = "proxy"
	if c.cfg.Embedded() {
		return []Finding{skipped(name, "no network is used")}
	}
	var findings []Finding
	variable := firstSet(c.Input.Getenv, "HTTPS_PROXY", "https_proxy")
	api := c.cfg.Get("api-url").Value
	host, err := transport.ProxyHost(api)
	facts := []Fact{{"variable", variable}, {"proxy", host}}
	switch {
	case err != nil:
		findings = append(findings, c.failed(name, err, facts...))
	case host != "":
		findings = append(findings, found(name, host+", from "+variable, facts...))
	case variable == "":
		findings = append(findings, found(name, "none", facts...))
	case onThisComputer(api):
		findings = append(findings, found(name, variable+" is set; requests to this computer never go through a proxy", facts...))
	default:
		findings = append(findings, found(name, "none for the API: "+firstSet(c.Input.Getenv, "NO_PROXY", "no_proxy")+" exempts it from "+variable, facts...))
	}
	if other := firstSet(c.Input.Getenv, "ALL_PROXY", "all_proxy"); other != "" && variable == "" {
		findings = append(findings, warned(name, other+" is set and not read", "if a proxy is needed, set HTTPS_PROXY", Fact{"variable", other}))
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

// hostOf names host and port of an address for people.
func hostOf(address string) string {
	if u, err := url.Parse(address); err == nil {
		return u.Host
	}
	return address
}

// onThisComputer tells whether an address can only lead to this computer.
func onThisComputer(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	return transport.IsLoopback(u.Hostname())
}

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
	if c.cfg.Embedded() {
		text = "embedded sandbox: " + status
	}
	if answer.Value.Status != apiclient.HealthStatusHealthy {
		return []Finding{warned(name, c.cfg.Get("api-url").Value+" calls itself "+status+", not healthy", "wait until the service is well again", facts...)}
	}
	return []Finding{found(name, text, facts...)}
}

// unanswered is a failure of a question to a server. Where there is no connection, the line of that
// connection says so, and this one is skipped: a cause is named once.
func (c *checker) unanswered(name string, err error, facts ...Fact) Finding {
	if neverAsked(err) && c.unreached("") || c.unreached(hostIn(err)) {
		f := skipped(name, "not asked: see connection")
		f.Facts = facts
		return f
	}
	return c.failed(name, err, facts...)
}

// hostIn is the server that a failure is about.
func hostIn(err error) string {
	if e, ok := errors.AsType[*auth.NetworkError](err); ok {
		return e.Host
	}
	if e, ok := errors.AsType[*apiclient.NetworkError](err); ok {
		return e.Host
	}
	return "unknown"
}

// unreached tells whether the check of connections found none to a server, or to any for "".
func (c *checker) unreached(host string) bool {
	lacks := func(f Finding) bool {
		return f.Status == Fail && (host == "" || slices.Contains(f.Facts, Fact{"host", host}))
	}
	return slices.ContainsFunc(c.connections(), lacks) || slices.ContainsFunc(c.further(), lacks)
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
		needed := !c.byToken() && !(c.cfg.Embedded() && c.cfg.NeedState() != nil)
		if f.Status == Fail && !needed {
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
	if server.Client != nil && !c.byToken() {
		findings = append(findings, c.failed(name, server.Client))
	}
	if ends["registration"] == "" && c.cfg.Get("client-id").Value == "" && !c.byToken() {
		findings = append(findings, c.failed(name, &auth.SettingsError{
			Setting: "client-id", Reason: "is not set", Set: c.deployment.ToChange("client-id", "ID"),
		}).softened())
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
