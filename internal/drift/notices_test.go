package drift

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheNoticesCoverWhatIsLinkedToday(t *testing.T) {
	committed, err := os.ReadFile(root + "/THIRD_PARTY_NOTICES")
	if err != nil {
		t.Fatal(err)
	}
	read(t, root) // tells the test cache what the answer hangs on
	var failure strings.Builder
	licenses := exec.CommandContext(t.Context(), "go", "run", "-C", root+"/tools", "./licenses", "..")
	licenses.Stderr = &failure
	made, err := licenses.Output()
	if err != nil {
		t.Fatalf("collect the notices again: %v (an empty module cache needs the network once)\n%s", err, failure.String())
	}
	if diff := cmp.Diff(string(made), string(committed)); diff != "" {
		t.Errorf("run make generate and commit what it makes (-made +committed):\n%s", diff)
	}
}
