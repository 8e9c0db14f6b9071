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

// providerProgram is the sign-in server by other people, seen from the module's root.
const providerProgram = "tools/openid/server.mjs"

// Provider returns the command line that starts the foreign sign-in server of
// tools/openid: node and the program.
func Provider(t testing.TB) (node, program string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		lacks(t, provider, fmt.Errorf("no sign-in server to run: %w", err))
	}
	directory, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	program, err = above(directory, filepath.FromSlash(providerProgram))
	if err != nil {
		t.Fatal(err)
	}
	if err := installed(filepath.Dir(program)); err != nil {
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

// installed says whether npm has put there what the program asks for. Without
// it node would end with a page of its own words.
func installed(directory string) error {
	_, err := os.Stat(filepath.Join(directory, "node_modules", "oidc-provider"))
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("no sign-in server to run: its packages are not installed; run: npm ci --prefix tools/openid")
	}
	return err
}
