package transport

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"strings"
	"testing"
)

func TestAnUnknownAuthorityCanBeTrustedWhereTheSystemLooks(t *testing.T) {
	unknown := fmt.Errorf("get: %w", &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}})
	for goos, want := range map[string]string{
		"linux": "export SSL_CERT_FILE=FILE", "freebsd": "export SSL_CERT_FILE=FILE",
		"darwin": "keychain", "windows": "of Windows",
	} {
		if got := TrustAdvice(unknown, goos); !strings.Contains(got, want) || strings.Contains(got, "SSL_CERT_FILE") != strings.Contains(want, "SSL_CERT_FILE") {
			t.Errorf("%s: %q", goos, got)
		}
	}
	for _, other := range []error{nil, x509.HostnameError{Certificate: new(x509.Certificate)}, x509.CertificateInvalidError{}, tls.RecordHeaderError{}} {
		if got := TrustAdvice(other, "linux"); got != "" {
			t.Errorf("%v: %q", other, got)
		}
	}
}
