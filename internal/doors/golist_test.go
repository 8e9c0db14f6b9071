package doors

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"testing"
)

// A goPackage is what go list knows of a package and the rules ask for.
type goPackage struct {
	ImportPath string
	Imports    []string // of the package itself, its tests not counted
	Standard   bool
}

// systems are those a release is built for; each has files of its own.
var systems = []string{"linux", "darwin", "windows", "freebsd"}

// ours lists the packages of this module as they are built for a system.
func ours(t *testing.T, system string) []goPackage {
	t.Helper()
	return goList(t, system, module+"/...")
}

// everywhere lists the packages of this module as they are built for each system.
func everywhere(t *testing.T) []goPackage {
	t.Helper()
	var all []goPackage
	for _, system := range systems {
		all = append(all, ours(t, system)...)
	}
	return all
}

// linked lists what ends up in the binary for a system.
func linked(t *testing.T, system string) []goPackage {
	t.Helper()
	return goList(t, system, "-deps", module+"/cmd/travel")
}

func goList(t *testing.T, system string, args ...string) []goPackage {
	t.Helper()
	if _, err := os.Stat(root + "/go.sum"); err != nil { // a look that tells the test cache what the answer hangs on
		t.Fatal(err)
	}
	list := exec.CommandContext(t.Context(), "go", append([]string{"list", "-json=ImportPath,Imports,Standard"}, args...)...)
	list.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
	var failure bytes.Buffer
	list.Stderr = &failure
	out, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", list.Args, err, &failure)
	}
	var packages []goPackage
	for lines := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		err := lines.Decode(&p)
		if errors.Is(err, io.EOF) && len(packages) > 0 {
			return packages
		}
		if err != nil {
			t.Fatalf("%v: after %d packages: %v", list.Args, len(packages), err)
		}
		packages = append(packages, p)
	}
}
