package transport

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/http"
	"runtime"
)

// TrustReason says why a connection cannot be trusted, in the words of err or in plainer ones.
func TrustReason(err error) string {
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok || errors.Is(err, http.ErrSchemeMismatch) {
		return "it answers in plain http, and its address says https"
	}
	return "the connection cannot be trusted: " + OneLine(err.Error(), 200)
}

// TrustAdvice says how to make this program trust the authority that signed a server's certificate; "" for
// every other reason not to trust one.
func TrustAdvice(err error) string { return trustAdvice(err, runtime.GOOS) }

// trustAdvice knows where crypto/x509 looks for authorities: on Windows and macOS the system judges, and
// no variable counts.
func trustAdvice(err error, goos string) string {
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); !ok {
		return ""
	}
	const safe = "; else send no token there"
	switch goos {
	case "windows":
		return "if you trust who signed it, add that authority to the Trusted Root Certification Authorities of Windows" + safe
	case "darwin", "ios":
		return "if you trust who signed it, add that authority to the System keychain, as always trusted" + safe
	}
	return "if you trust who signed it: export SSL_CERT_FILE=FILE, with that authority's certificates in PEM" + safe
}
