package config

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"travel.example/travel/internal/names"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
)

// Key is one setting of a profile.
type Key struct {
	Name    string // as in a file, and behind -- as a flag
	Default string // what holds when it is not set; "" is not sent or not used
	Help    string // one line
	Accepts string // the accepted values in words

	valid      func(string) bool
	meant      func(string) string // what a valid value stands for, nil for itself
	deployment bool                // names where the deployment is; the built-in sandbox has its own
}

// Env is the name of the environment variable that sets the key.
func (k Key) Env() string {
	return "TRAVEL_" + strings.ToUpper(strings.ReplaceAll(k.Name, "-", "_"))
}

// OfDeployment tells whether the key says where a deployment is, or who this program is there: what goes
// together with its api-url.
func (k Key) OfDeployment() bool { return k.deployment }

// check tells why value cannot be the key's, or nil.
func (k Key) check(value string) *Error {
	if k.valid(value) {
		return nil
	}
	return &Error{Key: k.Name, Reason: "cannot be " + shown(value), Accepts: k.Accepts}
}

// checkIn is check for a value of a profile in the file.
func (k Key) checkIn(profile, value string) *Error {
	bad := k.check(value)
	if !k.Fits(profile) {
		bad = &Error{Key: k.Name, Reason: "is fixed for the built-in sandbox; use another profile"}
	}
	if bad != nil {
		bad.Profile = profile
	}
	return bad
}

// Fits tells whether the file may hold the key for the profile: what another deployment is has no place in
// the built-in one, which only the environment and flags send elsewhere.
func (k Key) Fits(profile string) bool { return profile != Sandbox || !k.deployment }

// Embedded is the value of api-url that means the sandbox inside the program.
const Embedded = "embedded"

const (
	rootURL     = "an https address without a query, its port from 1 to 65535; http for this machine only"
	endpointURL = "an https address, its port from 1 to 65535; http for this machine only"
)

// keys is every setting, in the order a list shows them.
var keys = [...]Key{
	{Name: "api-url", Default: Embedded, deployment: true, valid: isAPIURL,
		Help: "root of the API", Accepts: rootURL + "; " + Embedded + " for the built-in sandbox"},
	{Name: "site-url", deployment: true, valid: isRootURL,
		Help: "root of the website that links lead to", Accepts: rootURL},
	{Name: "issuer", deployment: true, valid: isRootURL,
		Help: "issuer to log in at; found through the API when not set", Accepts: rootURL},
	{Name: "authorize-url", deployment: true, valid: isEndpointURL,
		Help: "authorization endpoint, instead of discovery", Accepts: endpointURL},
	{Name: "token-url", deployment: true, valid: isEndpointURL,
		Help: "token endpoint, instead of discovery", Accepts: endpointURL},
	{Name: "revoke-url", deployment: true, valid: isEndpointURL,
		Help: "revocation endpoint, instead of discovery", Accepts: endpointURL},
	{Name: "jwks-url", deployment: true, valid: isEndpointURL,
		Help: "key set of the issuer, instead of discovery", Accepts: endpointURL},
	{Name: "device-url", deployment: true, valid: isEndpointURL,
		Help: "device authorization endpoint, instead of discovery", Accepts: endpointURL},
	{Name: "sign-in-hosts", deployment: true, valid: isHosts, meant: hosts,
		Help: "hosts beside the issuer's own that a login may use", Accepts: "up to 10 host names with a space or a comma between"},
	{Name: "client-id", deployment: true, valid: isClientID,
		Help: "public client to log in as", Accepts: "up to 256 visible characters"},
	{Name: "scopes", Default: "openid profile users", valid: isScopes,
		Help: "scopes to ask for, where they are offered", Accepts: "scope names with one space between"},
	{Name: "audience", deployment: true, valid: isClientID,
		Help: "audience to ask for, where a server wants one", Accepts: "up to 256 visible characters"},
	{Name: "redirect-port", Default: "0", valid: isPort,
		Help: "port the login comes back to, 0 for any", Accepts: "0 to 65535"},
	{Name: "redirect-path", Default: "/callback", valid: isPath,
		Help: "path the login comes back to", Accepts: "a path such as /callback"},
	{Name: "market-claim", Default: "country_code address.country", valid: isClaims, meant: claims,
		Help: "claims of the login that hold the market, the best one first", Accepts: "up to 10 names or dotted paths with a space or a comma between"},
	{Name: "platform-kind", Default: "platform", valid: isWord,
		Help: "what this deployment calls the fares it sells itself", Accepts: "a word of letters, digits, - and _"},
	{Name: "currency", valid: isCurrency,
		Help: "currency sent with every call that takes one", Accepts: "three uppercase letters, such as EUR"},
	{Name: "locale", valid: isLocale,
		Help: "language sent with every call that takes one", Accepts: "1 to 35 characters, such as pt-BR"},
	{Name: "site-code", valid: isCountry, meant: siteCode,
		Help: "market sent with every call that takes one", Accepts: "a country: its name in English, or its code of two letters"},
	{Name: "credential-store", Default: "keyring", valid: isStore,
		Help: "where the login is kept", Accepts: "keyring, or file by explicit choice"},
}

// Keys is every setting, in the order a list shows them.
func Keys() []Key { return append([]Key(nil), keys[:]...) }

// FindKey returns the setting of that name, or an *Error that lists the names.
func FindKey(name string) (Key, error) {
	for _, key := range keys {
		if key.Name == name {
			return key, nil
		}
	}
	return Key{}, unknownKey(name)
}

func unknownKey(name string) *Error {
	names := make([]string, 0, len(keys))
	for _, key := range keys {
		names = append(names, key.Name)
	}
	return &Error{Reason: shown(name) + " is not a setting", Accepts: strings.Join(names, ", ")}
}

const (
	maxURLBytes     = 2048
	maxClientID     = 256
	maxScopes       = 1000
	maxPath         = 200
	maxClaims       = 10
	maxHosts        = 10
	maxHost         = 253
	maxClaim        = 100
	maxWord         = 32
	maxLocale       = 35
	currencyLetters = 3
	siteCodeLetters = 2
)

func isAPIURL(s string) bool { return s == Embedded || isRootURL(s) }

// isRootURL takes an address that others are put behind.
func isRootURL(s string) bool {
	u, ok := safeURL(s)
	return ok && u.RawQuery == "" && !u.ForceQuery
}

func isEndpointURL(s string) bool {
	_, ok := safeURL(s)
	return ok
}

// safeURL takes https, or http on this machine, without user or fragment, at a port that can be.
func safeURL(s string) (*url.URL, bool) {
	if len(s) > maxURLBytes || !isVisible(s) {
		return nil, false
	}
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || u.User != nil || strings.Contains(s, "#") || !transport.PortFits(u) {
		return nil, false
	}
	return u, u.Scheme == "https" || u.Scheme == "http" && transport.IsLoopback(u.Hostname())
}

func isClientID(s string) bool { return isVisible(s) && len(s) <= maxClientID }

// isClaims takes names of claims, which may be addresses.
func isClaims(s string) bool {
	names := strings.Split(claims(s), " ")
	return len(names) <= maxClaims && !slices.ContainsFunc(names, func(name string) bool { return !isVisible(name) || len(name) > maxClaim })
}

// claims is a list of names with one space between.
func claims(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' }), " ")
}

// isHosts takes names of hosts, without port and path.
func isHosts(s string) bool {
	names := strings.Split(hosts(s), " ")
	return len(names) <= maxHosts && !slices.ContainsFunc(names, func(name string) bool {
		u, err := url.Parse("https://" + name)
		return err != nil || !isVisible(name) || len(name) > maxHost || u.Hostname() != name || u.Host != name
	})
}

// hosts is a list of host names with one space between.
func hosts(s string) string { return strings.ToLower(claims(s)) }

// isScopes takes scope tokens of RFC 6749 section 3.3.
func isScopes(s string) bool {
	if len(s) > maxScopes {
		return false
	}
	for scope := range strings.SplitSeq(s, " ") {
		if !isVisible(scope) || strings.ContainsAny(scope, `"\`) {
			return false
		}
	}
	return true
}

func isPort(s string) bool {
	_, err := strconv.ParseUint(s, 10, 16)
	return err == nil
}

func isPath(s string) bool {
	return strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//") &&
		isVisible(s) && len(s) <= maxPath && !strings.ContainsAny(s, `?#%\`)
}

func isWord(s string) bool {
	return s != "" && len(s) <= maxWord && strings.IndexFunc(s, notNameRune) < 0
}

func isCurrency(s string) bool { return len(s) == currencyLetters && isUpper(s) }

func isCountry(s string) bool { return len(siteCode(s)) == siteCodeLetters && isUpper(siteCode(s)) }

// siteCode is the market that a text names: its code, or the name of the one country that it can be.
func siteCode(s string) string {
	if len(s) == siteCodeLetters {
		return strings.ToUpper(s)
	}
	if found := names.Countries(s, nil); len(found) == 1 {
		return found[0].Code
	}
	return s
}

func isLocale(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= maxLocale && isVisible(s)
}

func isStore(s string) bool { return s == "keyring" || s == "file" }

func isUpper(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < 'A' || r > 'Z' }) < 0
}

// isVisible takes ASCII without spaces and controls, at least one character.
func isVisible(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

func notNameRune(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '_':
		return false
	}
	return true
}

// maxProfile is the longest name of a profile, which also names files.
const maxProfile = 64

func isProfile(s string) bool {
	return s != "" && len(s) <= maxProfile && s[0] != '-' && strings.IndexFunc(s, notNameRune) < 0
}

// Error is a mistake in a setting, wherever it was made. It is always the user's to fix and found
// before any request.
type Error struct {
	Place   string // flag, variable or file, as a person knows it; may be empty
	Line    int    // of the file, 0 when it has none
	Profile string // in the file, may be empty
	Key     string // may be empty
	Reason  string
	Accepts string // accepted values in words, may be empty
	Err     error  // cause, may be nil
	Broken  bool   // the file's layout is not understood; File.Repair moves it aside
	Remove  string // the setting that the file has wrong, "" for other mistakes
}

// Error is one printable line: where, which key, what is wrong, what is accepted.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Place != "" {
		b.WriteString(e.Place)
		if e.Line > 0 {
			fmt.Fprintf(&b, ", line %d", e.Line)
		}
		b.WriteString(": ")
	}
	if e.Profile != "" {
		b.WriteString("profile " + e.Profile + ": ")
	}
	if e.Key != "" {
		b.WriteString(e.Key + " ")
	}
	b.WriteString(e.Reason)
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	if e.Accepts != "" {
		b.WriteString("; accepted: " + e.Accepts)
	}
	return b.String()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// at says where the mistake was made.
func (e *Error) at(place string, line int) *Error {
	e.Place, e.Line = place, line
	return e
}

// maxShown bounds a wrong value in an error, in bytes.
const maxShown = 100

// shown quotes a value so that it is safe to print. What may hold a password is not repeated.
func shown(value string) string {
	if scheme, rest, ok := strings.Cut(value, "://"); ok && strings.Contains(rest, "@") {
		return strconv.Quote(cut(scheme) + "://...")
	}
	return strconv.Quote(cut(value))
}

func cut(s string) string {
	if len(s) <= maxShown {
		return s
	}
	end := maxShown
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "..."
}

// Class is Usage.
func (e *Error) Class() problem.Class { return problem.Usage }

// Advice is where settings are explained, or how to go on with a broken file.
func (e *Error) Advice() string {
	if e.Broken {
		return "fix the file, or move it aside: travel config repair"
	}
	if e.Remove != "" && isWord(e.Remove) && e.Remove[0] != '-' {
		return "remove it: travel config unset " + e.Remove
	} else if e.Remove != "" {
		return "remove it: travel config repair"
	}
	if errors.Is(e.Err, fs.ErrPermission) { // as where HOME is still another user's
		return "make it readable for you, or set " + configVariable + " and " + stateVariable + " to directories that are"
	}
	return "see: travel help settings"
}
