package deployment

import (
	"fmt"
	"os"
	"testing"
)

// A debug log that cannot be written, as on a full disk, is told of once; the call goes on.
func TestADebugLogThatCannotBeWrittenIsToldOfOnce(t *testing.T) {
	name := t.TempDir() + "/debug.log"
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	readOnly, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer readOnly.Close()
	var told []error
	log := &debugLog{to: readOnly, broken: func(err error) { told = append(told, err) }}
	for range 3 {
		if _, err := fmt.Fprintln(log, "> GET"); err == nil {
			t.Fatal("a file that is read only was written")
		}
	}
	if len(told) != 1 {
		t.Errorf("told %v, want it once", told)
	}
}
