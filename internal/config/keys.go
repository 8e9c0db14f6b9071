package config

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"travel.example/travel/internal/names"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
)

// Key is one setting of a profile.
type Key struct {
	Name    string // as in a file, and behind -- as a flag
	Default string // "" is not sent or not used
	Help    string // one line
	Accepts string // the accepted values in words
	// Deployment says that the key identifies a deployment or this program there, and so belongs to its api-url. The
	// built-in sandbox has its own.
	Deployment bool

	meant func(string) string // returns the value that a text stands for; nil for the text itself
	valid func(string) bool   // checks that value
}

// Env returns the name of the environment variable for the key.
func (k Key) Env() string {
	return "TRAVEL_" + strings.ToUpper(strings.ReplaceAll(k.Name, "-", "_"))
}

// Fits reports whether the file may hold the key for the profile. The built-in profile holds no key of a deployment;
// only the environment and flags send it elsewhere.
func (k Key) Fits(profile string) bool { return profile != Sandbox || !k.Deployment }

func (k Key) mean(value string) string {
	if value == "" || k.meant == nil {
		return value
	}
	return k.meant(value)
}

// check returns an error if the file cannot hold the value for the profile.
func (k Key) check(profile, value string) error {
	switch {
	case !k.Fits(profile):
		return mistake("", k.Name+" is fixed for the built-in sandbox; use another profile", "", nil)
	case !k.valid(k.mean(value)):
		return mistake("", k.Name+" cannot be "+shown(value), k.Accepts, nil)
	}
	return nil
}

// Embedded is the api-url of the sandbox inside the program.
const Embedded = "embedded"

const (
	rootURL     = "an https address without a query, its port from 1 to 65535; http for this machine only"
	endpointURL = "an https address, its port from 1 to 65535; http for this machine only"
)

// keys has every setting, in the order in which they are listed.
var keys = [...]Key{
	{Name: "api-url", Default: Embedded, Deployment: true, valid: func(s string) bool { return s == Embedded || isRootURL(s) },
		Help: "root of the API", Accepts: rootURL + "; " + Embedded + " for the built-in sandbox"},
	{Name: "site-url", Deployment: true, valid: isRootURL,
		Help: "root of the website that links lead to", Accepts: rootURL},
	{Name: "issuer", Deployment: true, valid: isRootURL,
		Help: "issuer to sign in at; found through the API if not set", Accepts: rootURL},
	{Name: "token-url", Deployment: true, valid: isEndpointURL,
		Help: "token endpoint, instead of discovery", Accepts: endpointURL},
	{Name: "revoke-url", Deployment: true, valid: isEndpointURL,
		Help: "revocation endpoint, instead of discovery", Accepts: endpointURL},
	{Name: "device-url", Deployment: true, valid: isEndpointURL,
		Help: "device authorization endpoint, instead of discovery", Accepts: endpointURL},
	{Name: "sign-in-hosts", Deployment: true, valid: like(`[\w.-]+( [\w.-]+){0,9}`), meant: func(s string) string { return strings.ToLower(claims(s)) },
		Help: "hosts that a login may use in addition to the issuer's", Accepts: "up to 10 host names with a space or a comma between"},
	{Name: "client-id", Deployment: true, valid: like(`[!-~]{1,256}`),
		Help: "id of the public client", Accepts: "up to 256 visible characters"},
	{Name: "scopes", Default: "openid profile users", valid: like(`[!#-[\]-~]+( [!#-[\]-~]+)*`),
		Help: "scopes to request, if the server offers them", Accepts: "scope names with one space between"},
	{Name: "audience", Deployment: true, valid: like(`[!-~]{1,256}`),
		Help: "audience to request, if the server requires one", Accepts: "up to 256 visible characters"},
	{Name: "redirect-port", Default: "0", valid: isPort,
		Help: "port of the login callback, 0 for any", Accepts: "0 to 65535"},
	{Name: "redirect-path", Default: "/callback", valid: like(`/|(/[\w.~:@!$&'()*+,;=-]+)+/?`),
		Help: "path of the login callback", Accepts: "a path such as /callback"},
	{Name: "market-claim", Default: "country_code address.country", valid: like(`[!-~]+( [!-~]+){0,9}`), meant: claims,
		Help: "claims of the login that name the market, in order of preference", Accepts: "up to 10 names or dotted paths with a space or a comma between"},
	{Name: "platform-kind", Default: "platform", valid: like(`[\w-]{1,32}`),
		Help: "the deployment's name for fares that it sells itself", Accepts: "a word of letters, digits, - and _"},
	{Name: "currency", valid: like(`[A-Z]{3}`), meant: strings.ToUpper,
		Help: "currency sent with every call that takes one", Accepts: "three uppercase letters, such as EUR"},
	{Name: "locale", valid: like(`[!-~]{1,35}`),
		Help: "language sent with every call that takes one", Accepts: "1 to 35 characters, such as pt-BR"},
	{Name: "site-code", valid: like(`[A-Z]{2}`), meant: siteCode,
		Help: "market sent with every call that takes one", Accepts: "a country: its name in English, or its code of two letters"},
	{Name: "credential-store", Default: "keyring", valid: like(`keyring|file`),
		Help: "where the login is stored", Accepts: "keyring, or file by explicit choice"},
}

// Keys returns every setting, in the order in which they are listed.
func Keys() []Key { return slices.Clone(keys[:]) }

// FindKey returns the setting of that name, or a mistake that lists the names.
func FindKey(name string) (Key, error) {
	names := make([]string, 0, len(keys))
	for _, key := range keys {
		if key.Name == name {
			return key, nil
		}
		names = append(names, key.Name)
	}
	return Key{}, mistake("", shown(name)+" is not a setting", strings.Join(names, ", "), nil)
}

// like returns a check that the whole of a text matches an expression.
func like(expression string) func(string) bool {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:` + expression + `)$`) })
	return func(s string) bool { return compiled().MatchString(s) }
}

func isRootURL(s string) bool { return isEndpointURL(s) && !strings.Contains(s, "?") }

func isEndpointURL(s string) bool {
	_, err := transport.CheckURL(s)
	return err == nil && !strings.Contains(s, "#")
}

// claims returns a list of names with one space between.
func claims(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' }), " ")
}

func isPort(s string) bool {
	_, err := strconv.ParseUint(s, 10, 16)
	return err == nil
}

// siteCode returns the code of the country that a text names.
func siteCode(s string) string {
	if len(s) == 2 {
		return strings.ToUpper(s)
	}
	if found := names.Countries(s, nil); len(found) == 1 {
		return found[0].Code
	}
	return s
}

// maxProfile is the longest name of a profile, which also names files.
const maxProfile = 64

var isProfile = like(`\w[\w-]{0,63}`)

// mistake returns the error for a mistake in a setting: the flag, variable or line of the file, what is wrong, what is
// accepted, and the cause. All but what is wrong may be empty.
func mistake(place, wrong, accepts string, cause error) problem.Error {
	e := problem.Error{Class: problem.Usage, Text: wrong, Hint: "see: travel help settings", Err: cause}
	if place != "" {
		e.Text = place + ": " + e.Text
	}
	if cause != nil {
		e.Text += ": " + cause.Error()
	}
	if accepts != "" {
		e.Text += "; accepted: " + accepts
	}
	return e
}

// shown quotes a value so that it is safe to print. What may hold a password is not repeated.
func shown(value string) string {
	const most = 100
	if scheme, rest, ok := strings.Cut(value, "://"); ok && strings.Contains(rest, "@") {
		value = scheme + "://..."
	}
	if len(value) > most {
		value = strings.ToValidUTF8(value[:most], "") + "..."
	}
	return strconv.Quote(value)
}
