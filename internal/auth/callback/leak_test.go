package callback

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain fails when a test has left a goroutine behind. For half a second after a refusal,
// net/http lets the visitor read it before it closes the connection.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*conn).closeWriteAndWait"))
}
