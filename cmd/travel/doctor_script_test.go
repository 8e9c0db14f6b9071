package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"maps"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// withDoctor adds the commands of scripts in which something is ill.
func withDoctor(cmds map[string]func(*testscript.TestScript, bool, []string)) map[string]func(*testscript.TestScript, bool, []string) {
	maps.Copy(cmds, map[string]func(*testscript.TestScript, bool, []string){
		"picture":       cmdPicture,
		"silentbus":     cmdSilentBus,
		"certificate":   cmdCertificate,
		"refusingproxy": cmdRefusingProxy,
	})
	return cmds
}

// cmdPicture is golden for screens that hold what no two runs share: a port,
// the directory of the script, the machine. Those read the same everywhere.
func cmdPicture(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: picture FILE")
	}
	name := filepath.Join(repository, "testdata", "golden", args[0])
	got := everyRun(ts.ReadFile("stdout"), ts.Getenv("WORK"))
	if *update {
		ts.Check(os.WriteFile(name, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(name)
	ts.Check(err)
	if got != string(want) {
		ts.Fatalf("stdout is not testdata/golden/%s (go test ./cmd/travel -update rewrites it):\n%s\nwant:\n%s", args[0], got, want)
	}
}

// loopbackPort keeps port 1, which is free by design.
var loopbackPort = regexp.MustCompile(`127\.0\.0\.1:\d{4,5}`)

func everyRun(text, work string) string {
	text = loopbackPort.ReplaceAllString(text, "127.0.0.1:00000")
	text = regexp.MustCompile(`"path":"[^"]*/`).ReplaceAllString(text, `"path":"/bin/`)
	return strings.NewReplacer(work, "$WORK", runtime.Version(), "go1.26", runtime.GOOS+"/"+runtime.GOARCH, "linux/amd64").Replace(text)
}

// cmdSilentBus is "silentbus": a desktop session bus that takes every connection
// and never says a word. The file $BUS_CAME exists as soon as someone came.
func cmdSilentBus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: silentbus")
	}
	dir, err := os.MkdirTemp("", "bus") // the name of a socket has to be short
	ts.Check(err)
	listener, err := net.Listen("unix", filepath.Join(dir, "bus"))
	ts.Check(err)
	came := filepath.Join(dir, "came")
	ts.Defer(func() {
		_ = listener.Close()
		_ = os.RemoveAll(dir)
	})
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_ = os.WriteFile(came, nil, 0o600)
			go func() { _, _ = io.Copy(io.Discard, conn) }()
		}
	}()
	ts.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+listener.Addr().String())
	ts.Setenv("BUS_CAME", came)
}

// cmdCertificate is "certificate LIFE|untrusted": a healthy service over TLS,
// whose certificate lives that long, by the real clock, which the program needs
// as well to accept it.
func cmdCertificate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: certificate LIFE|untrusted")
	}
	life, err := time.ParseDuration(args[0])
	if args[0] != "untrusted" {
		ts.Check(err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	ts.Check(err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(max(life, time.Hour)),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	ts.Check(err)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/health" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"status":"healthy"}`)
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	server.StartTLS()
	ts.Defer(server.Close)
	ts.Setenv("TRAVEL_API_URL", server.URL)
	ts.Setenv("SCRIPT_CLOCK", "")
	if args[0] != "untrusted" {
		name := filepath.Join(ts.Getenv("WORK"), "roots.pem")
		ts.Check(os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
		ts.Setenv("SSL_CERT_FILE", name)
	}
}

// cmdRefusingProxy is "refusingproxy": a proxy that wants another password than
// the one in its address, and a service behind it.
func cmdRefusingProxy(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: refusingproxy")
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusProxyAuthRequired)
	}))
	ts.Defer(server.Close)
	ts.Setenv("HTTPS_PROXY", strings.Replace(server.URL, "://", "://canary-user:canary-password@", 1))
	ts.Setenv("TRAVEL_API_URL", "https://api.travel.example")
}
