package auth

import (
	"net"
	"strconv"
	"strings"
	"testing"
)

// T20: who listens on the same port of another address of this computer learns nothing.
func TestASquatterOnTheOtherLoopbackAddressGetsNothing(t *testing.T) {
	squatter, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		t.Skip("no IPv6 here")
	}
	defer squatter.Close()
	visits := make(chan string, 100)
	go func() {
		for conn, err := squatter.Accept(); err == nil; conn, err = squatter.Accept() {
			visits <- conn.RemoteAddr().String()
			_ = conn.Close()
		}
	}()
	s := newServer(t)
	set := s.settings()
	set.RedirectPort = squatter.Addr().(*net.TCPAddr).Port
	d := newDesk(t, set)
	d.login(t)
	if told := d.notices.String(); !strings.Contains(told, "redirect_uri=http%3A%2F%2F127.0.0.1%3A"+strconv.Itoa(set.RedirectPort)) {
		t.Errorf("the person was sent elsewhere:\n%s", told)
	}
	if len(visits) != 0 {
		t.Errorf("%d visits to the squatter", len(visits))
	}
}
