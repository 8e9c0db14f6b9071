package sandbox

import (
	"testing"

	"travel.example/travel/internal/testkit/need"
)

func TestMain(m *testing.M) {
	need.Busy()
	m.Run()
}
