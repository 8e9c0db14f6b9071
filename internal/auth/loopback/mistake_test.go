package loopback

import (
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"testing"

	"travel.example/travel/internal/testkit/authtest"
)

// T38: what goes wrong while a visitor is answered is not the terminal's business.
func TestAMistakeOfTheCallbackServerWritesNothingOnTheTerminal(t *testing.T) {
	written := authtest.NewTranscript()
	log.SetOutput(written)
	defer log.SetOutput(os.Stderr)
	l := callback(t)
	l.received = nil // closing it will panic
	conn, err := net.Dial("tcp", l.host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET /callback%s HTTP/1.1\r\nHost: %s\r\n\r\n", goodQuery, l.host)
	if answer, err := io.ReadAll(conn); len(answer) != 0 || err != nil {
		t.Errorf("the visitor got %q, %v", answer, err)
	}
	if written.String() != "" {
		t.Errorf("the visit wrote %q", written)
	}
}
