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

// providers is where the sign-in servers by other people are, seen from the module's root.
const providers = "tools/openid"

// Provider returns the command line that starts the certified sign-in server of
// tools/openid: node and the program.
func Provider(t testing.TB) (node, program string) {
	t.Helper()
	return server(t, "server.mjs", "oidc-provider")
}

// MockProvider returns the command line that starts the sign-in server of
// tools/openid that lets everyone in: node and the program.
func MockProvider(t testing.TB) (node, program string) {
	t.Helper()
	return server(t, "mock.mjs", "oauth2-mock-server")
}

// server finds a program of tools/openid that runs a package from npm.
func server(t testing.TB, name, npm string) (node, program string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		lacks(t, provider, fmt.Errorf("no sign-in server to run: %w", err))
	}
	directory, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	program, err = above(directory, filepath.Join(filepath.FromSlash(providers), name))
	if err != nil {
		t.Fatal(err)
	}
	if err := installed(filepath.Dir(program), npm); err != nil {
		lacks(t, provider, err)
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
func installed(directory, npm string) error {
	_, err := os.Stat(filepath.Join(directory, "node_modules", npm))
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("no sign-in server to run: its packages are not installed; run: npm ci --prefix tools/openid")
	}
	return err
}
