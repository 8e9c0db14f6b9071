package config

import "strings"

// Key is one setting of a profile.
type Key struct {
	Name    string // as in a file, and behind -- as a flag
	Default string // what holds when it is not set; "" is not sent or not used
	Help    string // one line
	Accepts string // the accepted values in words

	valid      func(string) bool
	deployment bool // names where the deployment is; the built-in sandbox has its own
}

// Env is the name of the environment variable that sets the key.
func (k Key) Env() string {
	return "TRAVEL_" + strings.ToUpper(strings.ReplaceAll(k.Name, "-", "_"))
}

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
	if profile == Sandbox && k.deployment {
		bad = &Error{Key: k.Name, Reason: "is fixed for the built-in sandbox; use another profile"}
	}
	if bad != nil {
		bad.Profile = profile
	}
	return bad
}

// Embedded is the value of api-url that means the sandbox inside the program.
const Embedded = "embedded"

const (
	rootURL     = "an https address without a query; http for this machine only"
	endpointURL = "an https address; http for this machine only"
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
	{Name: "client-id", deployment: true, valid: isClientID,
		Help: "public client to log in as", Accepts: "up to 256 visible characters"},
	{Name: "scopes", Default: "openid profile users", valid: isScopes,
		Help: "scopes to ask for, the contract's own by default", Accepts: "scope names with one space between"},
	{Name: "redirect-port", Default: "0", valid: isPort,
		Help: "port the login comes back to, 0 for any", Accepts: "0 to 65535"},
	{Name: "redirect-path", Default: "/callback", valid: isPath,
		Help: "path the login comes back to", Accepts: "a path such as /callback"},
	{Name: "market-claim", Default: "country_code", valid: isClaim,
		Help: "claim of the id_token that holds the market", Accepts: "up to 100 visible characters"},
	{Name: "platform-kind", Default: "platform", valid: isWord,
		Help: "what this deployment calls the fares it sells itself", Accepts: "a word of letters, digits, - and _"},
	{Name: "currency", valid: isCurrency,
		Help: "currency sent with every call that takes one", Accepts: "three uppercase letters, such as EUR"},
	{Name: "locale", valid: isLocale,
		Help: "language sent with every call that takes one", Accepts: "1 to 35 characters, such as pt-BR"},
	{Name: "site-code", valid: isSiteCode,
		Help: "market sent with every call that takes one", Accepts: "two uppercase letters, such as PT"},
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
