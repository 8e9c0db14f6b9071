package auth

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"travel.example/travel/internal/auth/oauth"
	"travel.example/travel/internal/disk"
)

const maxClientFile = 64 << 10 // bytes

// clientFile remembers the registration at one issuer, for all profiles that sign in there.
type clientFile struct {
	name string // as locks are named
	path string
}

// newClientFile names the file after the issuer, or after the API where that names the issuer.
func newClientFile(dir string, s oauth.Settings) *clientFile {
	key := oauth.Settings{Issuer: s.Issuer}
	if s.Issuer == "" {
		key.APIURL = s.APIURL
	}
	name := "client." + entryName(key)
	return &clientFile{name: name, path: filepath.Join(dir, name+".json")}
}

// errUnregistered means that this program has not registered itself at the issuer.
var errUnregistered = errors.New("this program has not registered itself")

// read returns the registration, errUnregistered, or an error that names the file.
func (f *clientFile) read() (oauth.Registration, error) {
	var r oauth.Registration
	info, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return r, errUnregistered
	}
	if err == nil && (info.Size() > maxClientFile || !info.Mode().IsRegular()) {
		err = errors.New("it was not written by this program")
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(f.path)
	}
	if err == nil && (json.Unmarshal(text, &r) != nil || !oauth.IsClientID(r.ClientID) || r.Issuer == "") {
		err = errors.New("it is damaged")
	}
	if err != nil {
		return oauth.Registration{}, fmt.Errorf("read the registered client in %s: %w", f.path, err)
	}
	return r, nil
}

func (f *clientFile) write(r oauth.Registration) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the registered client: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return fmt.Errorf("make the directory of registered clients: %w", err)
	}
	if err := disk.ReplaceForGood(f.path, append(text, '\n')); err != nil {
		return fmt.Errorf("remember the registered client: %w", err)
	}
	return nil
}

func (f *clientFile) forget() error {
	if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget the registered client: %w", err)
	}
	return nil
}
