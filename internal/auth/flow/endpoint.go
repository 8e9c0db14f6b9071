package flow

import (
	"errors"
	"net/url"
	"slices"
	"strings"
)

// checkEndpoint passes an endpoint that is absent, or else passes the gate, lies on the issuer's
// site or on a host of the settings, and must not step down from https.
func (s Settings) checkEndpoint(raw, issuer string) (string, error) {
	if raw == "" {
		return "", nil
	}
	checked, err := CheckURL(raw)
	if err != nil {
		return "", err
	}
	end, err := url.Parse(checked)
	if err != nil {
		return "", errors.New("is not a web address")
	}
	home, err := url.Parse(issuer)
	if err != nil {
		return "", errors.New("has no issuer to belong to")
	}
	switch {
	case end.Fragment != "" || strings.Contains(raw, "#"):
		return "", errors.New("has a fragment")
	case end.Scheme != "https" && home.Scheme == "https":
		return "", errors.New("is not https although the issuer is")
	case !SameSite(end.Hostname(), home.Hostname()) && !slices.Contains(s.Hosts, strings.ToLower(end.Hostname())):
		return "", otherSiteError{hosts: []string{strings.ToLower(end.Hostname())}}
	}
	return checked, nil
}

// otherSiteError is endpoints that are not on the issuer's site.
type otherSiteError struct{ names, hosts []string }

func (e *otherSiteError) add(name, host string) {
	e.names, e.hosts = append(e.names, name), union(e.hosts, []string{host})
}

func (e otherSiteError) Error() string {
	where := "is on another site, "
	if len(e.names) > 1 {
		where = "are on another site, "
	}
	if len(e.names) > 0 {
		where = "its " + strings.Join(e.names, " and ") + " " + where
	}
	return where + Clean(strings.Join(e.hosts, " and "))
}

// otherSites is the way out where an address is on another site; "" for every other error. The hosts, which
// the server chose, stand in the error alone: who knows them to be right types them.
func (s Settings) otherSites(err error) string {
	if _, ok := errors.AsType[otherSiteError](err); !ok {
		return ""
	}
	return "if you know that to be right, name each of these hosts: " + s.ToChange("sign-in-hosts", strings.Join(append(slices.Clone(s.Hosts), "HOST"), " "))
}
