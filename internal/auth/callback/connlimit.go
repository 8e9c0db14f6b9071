package callback

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
)

// maxConns is how many connections the callback server keeps. Browsers open some that they never use,
// and those must not keep the real answer out.
const maxConns = 16

// connLimit makes room for a new connection by closing the oldest that has no request being answered.
type connLimit struct {
	mu    sync.Mutex
	conns []*seat // oldest first
}

type seat struct {
	conn net.Conn
	busy bool // its request has been read
}

// watch is the server's ConnState hook.
func (c *connLimit) watch(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch state {
	case http.StateNew:
		c.conns = append(c.conns, &seat{conn: conn})
		if len(c.conns) > maxConns {
			c.evict()
		}
	case http.StateClosed, http.StateHijacked:
		c.remove(conn)
	}
}

func (c *connLimit) evict() {
	for i, s := range c.conns {
		if !s.busy {
			_ = s.conn.Close()
			c.conns = slices.Delete(c.conns, i, i+1)
			return
		}
	}
}

func (c *connLimit) remove(conn net.Conn) {
	for i, s := range c.conns {
		if s.conn == conn {
			c.conns = slices.Delete(c.conns, i, i+1)
			return
		}
	}
}

// serving marks the connection of a request that has arrived whole.
func (c *connLimit) serving(r *http.Request) {
	conn, _ := r.Context().Value(connKey{}).(net.Conn)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.conns {
		if s.conn == conn {
			s.busy = true
		}
	}
}

type connKey struct{}

// withConn is the server's ConnContext hook.
func withConn(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}
