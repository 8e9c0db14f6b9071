package commands

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/transport"
)

// linkError is a link that is not opened, copied or drawn, and why.
type linkError struct{ text, hint string }

func (e linkError) Error() string { return e.text }

// checkLink is the one gate between an address of the service and the
// browser. A link to the service's own site must lead there; one to a provider
// may lead to any host, by https alone. It returns the address as it may be
// opened.
func (a *app) checkLink(raw string, owner linkOwner) (string, error) {
	checked, err := auth.CheckURL(raw)
	if err != nil {
		return "", linkError{text: "the link is not opened: it " + err.Error()}
	}
	u, err := url.Parse(checked)
	if err != nil {
		return "", linkError{text: "the link is not opened: it is not a web address"}
	}
	if owner == providerLink {
		if u.Scheme != "https" {
			return "", linkError{text: "the link is not opened: it must be https"}
		}
		return checked, nil
	}
	site, err := a.siteOrigin()
	if err != nil {
		return "", err
	}
	if !transport.SameOrigin(u, site) {
		return "", linkError{
			text: fmt.Sprintf("the link is not opened: it leads to %s, and the site of this profile is %s", originOf(u), originOf(site)),
			hint: "if that is the right site: travel config set site-url " + shellQuote(originOf(u)),
		}
	}
	return checked, nil
}

// siteOrigin is where the links to the service's own pages lead: site-url, and
// the API's own origin where that is not set.
func (a *app) siteOrigin() (*url.URL, error) {
	cfg, err := a.config()
	if err != nil {
		return nil, err
	}
	text := cfg.Get("site-url").Value
	switch {
	case text != "":
	case cfg.Embedded():
		text = sandbox.BuiltinURL
	default:
		text = cfg.Get("api-url").Value
	}
	return url.Parse(text)
}

// strangeHost warns of a link that does not lead to the site the profile
// names. Without that setting nothing is known that could be warned of.
func (a *app) strangeHost(l linkAnswer) string {
	cfg, err := a.config()
	if err != nil || l.owner != siteLink || cfg.Get("site-url").Value == "" {
		return ""
	}
	site, err := a.siteOrigin()
	if err != nil {
		return ""
	}
	if u, err := url.Parse(l.url); err == nil && transport.SameOrigin(u, site) {
		return ""
	}
	return "the link does not lead to " + originOf(site) + ", the site of this profile"
}

// originOf is scheme, host and port, the port left out where it is the usual.
func originOf(u *url.URL) string {
	usual := map[string]string{"https": "443", "http": "80"}[strings.ToLower(u.Scheme)]
	host := strings.ToLower(u.Host)
	if u.Port() == usual {
		host = strings.TrimSuffix(host, ":"+usual)
	}
	return strings.ToLower(u.Scheme) + "://" + host
}

// openLink opens an address that passed the gate. Whose page it is stands
// first, and a stranger's is opened only with a yes.
func (a *app) openLink(ctx context.Context, checked string, owner linkOwner, life linkLife, do linkFlags) error {
	if owner == providerLink {
		if err := a.askToOpen(ctx, checked, do); err != nil {
			return err
		}
	}
	cfg, err := a.config()
	if err != nil {
		return err
	}
	if owner == siteLink && cfg.Embedded() {
		return a.openBuiltin(ctx, checked, life)
	}
	if err := a.env.Open(checked); err != nil {
		return fmt.Errorf("open the link: %w", err)
	}
	a.notice("Opened in the browser.")
	return nil
}

// askToOpen shows the host of somebody else's page and asks.
func (a *app) askToOpen(ctx context.Context, checked string, do linkFlags) error {
	u, err := url.Parse(checked)
	if err != nil {
		return linkError{text: "the link is not opened: it is not a web address"}
	}
	if do.yes {
		a.notice("This leads to %s.", u.Host)
		return nil
	}
	yes, err := a.confirm(ctx, "This leads to "+u.Host+", which is not the service. Open it?")
	if err != nil || yes {
		return err
	}
	return choiceError{Text: u.Host + " is not the service, and was not opened without a yes", Next: "to open it: --open --yes"}
}

// How long the built-in sandbox's pages are served for a link that does not
// expire, and at least for one that has: its page says so.
const (
	builtinLasts = 10 * time.Minute
	builtinLeast = time.Minute
)

// openBuiltin opens a page of the sandbox inside this process. Nothing reaches
// it from outside, so it gets a port of this computer for as long as the link
// works, or until Ctrl-C.
func (a *app) openBuiltin(ctx context.Context, checked string, life linkLife) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	rewrite, err := a.servePages(ctx)
	if err != nil {
		return err
	}
	address, err := rewrite(checked)
	if err != nil {
		return err
	}
	if err := a.env.Open(address); err != nil {
		return fmt.Errorf("open the link: %w", err)
	}
	lasts := max(life.left(a.env.Now()), builtinLeast)
	if life.lasts == 0 {
		lasts = builtinLasts
	}
	until := a.env.Now().Add(lasts)
	a.notice("Opened in the browser. The sandbox shows its page until about %s, or Ctrl-C.", until.Format("15:04"))
	if err := a.env.Wait(ctx, lasts); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}
