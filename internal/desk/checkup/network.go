package checkup

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/transport"
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
func (c *checker) checkConnections(ctx context.Context) []Finding {
	if c.embedded() {
		return []Finding{skipped("connection", "the sandbox is inside this program, no network is used")}
	}
	return c.reachAll(ctx, c.configured())
}

// checkEndpoints does the same for those that only the sign-in server names.
func (c *checker) checkEndpoints(ctx context.Context) []Finding {
	if c.embedded() {
		return nil
	}
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
	if e, ok := errors.AsType[*apiclient.BadResponseError](err); ok && e.Kind == apiclient.UntrustedTLS {
		return true
	}
	dial, ok := errors.AsType[*net.OpError](err)
	return ok && (dial.Op == "dial" || dial.Op == "proxyconnect")
}

// checkProxy tells which variable leads through which proxy, and never its user
// name or password.
func (c *checker) checkProxy(context.Context) []Finding {
	const name = "proxy"
	if c.embedded() {
		return []Finding{skipped(name, "no network is used")}
	}
	var findings []Finding
	variable := c.firstSet("HTTPS_PROXY", "https_proxy")
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
		findings = append(findings, found(name, "none for the API: "+c.firstSet("NO_PROXY", "no_proxy")+" exempts it from "+variable, facts...))
	}
	if other := c.firstSet("ALL_PROXY", "all_proxy"); other != "" && variable == "" {
		findings = append(findings, warned(name, other+" is set and not read", "if a proxy is needed, set HTTPS_PROXY", Fact{"variable", other}))
	}
	return findings
}

// firstSet names the first variable that is set, or "".
func (c *checker) firstSet(names ...string) string {
	for _, name := range names {
		if c.Input.Getenv(name) != "" {
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
