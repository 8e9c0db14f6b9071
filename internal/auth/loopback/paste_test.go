package loopback

import (
	"strings"
	"testing"

	"travel.example/travel/internal/testkit/authtest"
)

func TestAPanicOverWhatWasPastedTellsNoSecret(t *testing.T) {
	loop := callback(t)
	loop.ReadPastes(panicReader{}, authtest.NewTranscript())
	if text := (<-loop.Answers).Err.Error(); strings.Contains(text, "canary") || !strings.Contains(text, "a panic of type string") {
		t.Errorf("told %q", text)
	}
}

type panicReader struct{}

func (panicReader) Read([]byte) (int, error) { panic("canary-words") }
