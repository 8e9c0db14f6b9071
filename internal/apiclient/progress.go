package apiclient

import (
	"crypto/tls"
	"net/http/httptrace"
	"sync/atomic"
)

// progress records how far a try got. The hooks run on other goroutines.
type progress struct {
	reported  atomic.Bool // the transport tells about itself
	wrote     atomic.Bool // a byte of the request may have left
	answered  atomic.Bool // the first byte of an answer came
	badSecret atomic.Bool // the TLS handshake failed
}

func (p *progress) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn: func(string) { p.reported.Store(true) },
		// The earliest sign: a long header is flushed before it is complete.
		WroteHeaderField:     func(string, []string) { p.wrote.Store(true) },
		WroteHeaders:         func() { p.wrote.Store(true) },
		WroteRequest:         func(httptrace.WroteRequestInfo) { p.wrote.Store(true) },
		GotFirstResponseByte: func() { p.answered.Store(true) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			p.badSecret.Store(err != nil && !isTimeout(err) && !isEOF(err))
		},
	}
}

// maybeSent is true unless it is certain that no byte left. A transport that
// does not tell about itself leaves it open.
func (p *progress) maybeSent() bool {
	return !p.reported.Load() || p.wrote.Load()
}

// untrusted tells whether a try failed because the other side could not prove
// who it is.
func (p *progress) untrusted(err error) bool {
	return isTLS(err) || p.badSecret.Load()
}
