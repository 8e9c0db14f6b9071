package faults

import (
	"io"
	"net"
	"net/http"
	"time"
)

// stage is how far a request gets before it is cut.
type stage string

// The stages, in their order.
const (
	beforeRead   stage = "before-read"   // its body is not read
	afterRead    stage = "after-read"    // it is read whole, and nothing is done
	afterWork    stage = "after-work"    // it is carried out, and no byte of the answer is sent
	afterHeaders stage = "after-headers" // it is carried out, and status and headers are sent
	midBody      stage = "mid-body"      // it is carried out, and half of the body is sent
)

func stages() []stage { return []stage{beforeRead, afterRead, afterWork, afterHeaders, midBody} }

// manner is how a request is cut.
type manner string

// The manners.
const (
	hang  manner = "hang"  // silence until one side goes away
	reset manner = "reset" // TCP RST
	shut  manner = "close" // TCP FIN
)

func manners() []manner { return []manner{hang, reset, shut} }

// cut ends a connection, or all traffic on it, at a stage.
type cut struct {
	how manner
	at  stage
}

func (c cut) serve(e *event) {
	switch c.at {
	case afterRead:
		e.read()
	case afterWork:
		e.work()
	case afterHeaders:
		a := e.work()
		e.begin(a, promised(a))
	case midBody:
		a := e.work()
		e.begin(a, promised(a))
		_, _ = e.w.Write(a.body.Bytes()[:a.body.Len()/2])
	}
	if c.at == afterHeaders || c.at == midBody {
		_ = e.conn.Flush()
	}
	switch c.how {
	case hang:
		e.wait(longest)
		e.sever(abort)
	case reset:
		e.sever(abort)
	case shut:
		e.sever(finish)
	}
}

// promised is the length that a cut answer announces: always more than is sent.
func promised(a *answer) int64 { return int64(max(a.body.Len(), 1)) }

// sever takes the connection from the server and ends it. Where it cannot be
// taken, the server is told to cut it.
func (e *event) sever(end func(net.Conn)) {
	conn, _, err := e.conn.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	end(conn)
}

// abort resets a TCP connection: what was not read is lost, and the peer is
// notified. Any other connection, such as a pipe in memory, is just closed.
func abort(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// patience is how long a peer has to close its side, so that what it still
// sends does not turn the end of the connection into a reset.
const patience = 500 * time.Millisecond

// finish ends a connection the orderly way.
func finish(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok && tcp.CloseWrite() == nil {
		_ = tcp.SetReadDeadline(time.Now().Add(patience))
		_, _ = io.Copy(io.Discard, tcp)
	}
	_ = conn.Close()
}
