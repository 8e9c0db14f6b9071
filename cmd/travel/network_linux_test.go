package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// authority issues certificates, good ones and others.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	file string // for SSL_CERT_FILE
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{file: filepath.Join(t.TempDir(), "ca.pem")}
	raw, key := a.issue(t, &x509.Certificate{Subject: pkix.Name{CommonName: "test"}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign})
	a.key = key
	var err error
	if a.cert, err = x509.ParseCertificate(raw); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(a.file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return a
}

// issue signs a certificate; the first one signs itself.
func (a *authority) issue(t *testing.T, c *x509.Certificate) ([]byte, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c.SerialNumber = big.NewInt(time.Now().UnixNano())
	if c.NotAfter.IsZero() {
		c.NotBefore, c.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(1000*time.Hour)
	}
	parent, signer := a.cert, a.key
	if parent == nil {
		parent, signer = c, key
	}
	raw, err := x509.CreateCertificate(rand.Reader, c, parent, key.Public(), signer)
	if err != nil {
		t.Fatal(err)
	}
	return raw, key
}

// leaf is a server's certificate, for this computer and api.example unless change says otherwise.
func (a *authority) leaf(t *testing.T, change func(*x509.Certificate)) tls.Certificate {
	t.Helper()
	c := &x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, DNSNames: []string{"api.example"}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	if change != nil {
		change(c)
	}
	raw, key := a.issue(t, c)
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}
}

// greeter takes connections and does with each what it is told at the time: nil lets a TLS server have it.
type greeter struct {
	net.Listener
	mu   sync.Mutex
	meet func(net.Conn)
	conf *tls.Config
}

func (g *greeter) set(conf *tls.Config, meet func(net.Conn)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.conf, g.meet = conf, meet
}

// Accept implements net.Listener.
func (g *greeter) Accept() (net.Conn, error) {
	for {
		conn, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		g.mu.Lock()
		conf, meet := g.conf, g.meet
		g.mu.Unlock()
		if meet == nil {
			return tls.Server(conn, conf), nil
		}
		go func() {
			defer conn.Close()
			meet(conn)
		}()
	}
}

// afterHello reads what comes first and does something in answer.
func afterHello(answer string) func(net.Conn) {
	return func(conn net.Conn) {
		_, _ = conn.Read(make([]byte, 4096))
		_, _ = io.WriteString(conn, answer)
	}
}

// gate is a proxy: answer says what to do with a CONNECT, and nil is a tunnel to the server at to.
type gate struct {
	net.Listener
	to     string
	answer func(net.Conn, *http.Request)

	mu    sync.Mutex
	asked []string // Proxy-Authorization of each CONNECT
}

func newGate(t *testing.T, to string, answer func(net.Conn, *http.Request)) *gate {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{Listener: l, to: to, answer: answer}
	var open sync.WaitGroup
	open.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			open.Go(func() { g.serve(conn) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		open.Wait()
	})
	return g
}

func (g *gate) serve(conn net.Conn) {
	defer conn.Close()
	r, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return
	}
	g.mu.Lock()
	g.asked = append(g.asked, r.Method+" "+r.Header.Get("Proxy-Authorization"))
	g.mu.Unlock()
	if g.answer != nil {
		g.answer(conn, r)
		return
	}
	g.tunnel(conn)
}

func (g *gate) tunnel(conn net.Conn) {
	server, err := net.Dial("tcp", g.to)
	if err != nil {
		return
	}
	defer server.Close()
	_, _ = io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n")
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(server, conn)
		_ = server.(*net.TCPConn).CloseWrite()
	}()
	_, _ = io.Copy(conn, server)
	_ = conn.Close()
	<-done
}

// says answers a CONNECT with these bytes.
func says(text string) func(net.Conn, *http.Request) {
	return func(conn net.Conn, _ *http.Request) { _, _ = io.WriteString(conn, text) }
}
