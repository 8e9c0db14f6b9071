//go:build unix

package disk

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestLinesAreAddedToFilesAlone(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("pipe", "link"); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", "socket")
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	reader, err := os.OpenFile("pipe", os.O_RDONLY|syscall.O_NONBLOCK, 0) // so that it could be opened
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	for _, name := range []string{"pipe", "link", "socket", ".", "/dev/zero"} {
		if f, err := Append(name); !errors.Is(err, ErrIrregular) {
			_ = f.Close()
			t.Errorf("%s: %v", name, err)
		}
	}
	for range 2 {
		f, err := Append("file")
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.WriteString("line\n")
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat("file")
	if text, _ := os.ReadFile("file"); err != nil || string(text) != "line\nline\n" || info.Mode() != 0o600 {
		t.Errorf("the file holds %q: %v, %v", text, info, err)
	}
	null, err := Append(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	_ = null.Close()
	if _, err := Append(filepath.Join("none", "file")); err == nil || errors.Is(err, ErrIrregular) {
		t.Errorf("in a directory that does not exist: %v", err)
	}
}
