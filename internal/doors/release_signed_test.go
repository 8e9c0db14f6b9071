package doors

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// verifying is the block of the README that tells how a release is verified.
var verifying = regexp.MustCompile(`(?:    .+\n)*    ssh-keygen -Y verify.*\n(?:    .+\n)*`)

// TestTheReadmeVerifiesASignedRelease signs the sums of a file as the plan does, with a key of its own,
// and does what the README says. .ci/run snapshot does the same with a whole release.
func TestTheReadmeVerifiesASignedRelease(t *testing.T) {
	for _, program := range []string{"bash", "ssh-keygen", "sha256sum"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	lines := verifying.FindString(string(text))
	if lines == "" {
		t.Fatal("the README does not say how a release is verified")
	}
	dir := t.TempDir()
	const file, sums = "travel_1.2.0_linux_amd64.tar.gz", "checksums.txt"
	put := func(name, content string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list := fmt.Sprintf("%x  %s\n%x  not-downloaded\n", sha256.Sum256([]byte("travel")), file, sha256.Sum256(nil))
	put(file, "travel")
	put(sums, list)
	put("release-key.pub", signed(t, dir, sums))
	verify := func() error {
		c := exec.CommandContext(t.Context(), "bash", "-e", "-c", lines)
		c.Dir = dir
		return c.Run()
	}
	if err := verify(); err != nil {
		t.Errorf("the release is refused: %v", err)
	}
	put(file, "Travel")
	if verify() == nil {
		t.Error("a file that was changed is taken")
	}
	put(file, "travel")
	put(sums, strings.Replace(list, "not-", "Not-", 1))
	if verify() == nil {
		t.Error("sums that were changed are taken")
	}
	put(sums, list)
	put("release-key.pub", signed(t, t.TempDir(), ""))
	if verify() == nil {
		t.Error("the signature of another key is taken")
	}
}

// signed makes a key, signs a file as the plan does, and returns what release-key.pub is to hold.
func signed(t *testing.T, dir, name string) string {
	t.Helper()
	key := filepath.Join(t.TempDir(), "key")
	run := func(args ...string) {
		if out, err := exec.CommandContext(t.Context(), "ssh-keygen", args...).CombinedOutput(); err != nil {
			t.Fatalf("ssh-keygen %v: %v\n%s", args, err, out)
		}
	}
	run("-q", "-t", "ed25519", "-N", "", "-f", key)
	if name != "" {
		plan, _ := readPlan(t)
		var args []string
		for _, arg := range plan.Signs[0].Args {
			args = append(args, strings.NewReplacer("{{.Env.TRAVEL_SIGNING_KEY}}", key, "$artifact", filepath.Join(dir, name)).Replace(arg))
		}
		run(args...)
	}
	public, err := os.ReadFile(key + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	return `travel namespaces="file" ` + string(public)
}
