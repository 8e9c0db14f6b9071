package auth

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"travel.example/travel/internal/disk"
)

const (
	maxClientFile = 64 << 10 // bytes
	maxClientID   = 4 << 10  // bytes; some servers put all they know into the id
)

// registration is as which client this program is known to a server where it registered itself. None
// of it is secret.
type registration struct {
	Issuer    string    `json:"issuer"`
	ClientID  string    `json:"clientId"`
	Redirects []string  `json:"redirectUris"`
	Scopes    []string  `json:"scopes"` // that were asked for
	Grants    []string  `json:"grantTypes"`
	Made      time.Time `json:"registered"`
}

// fits says whether the client can do what is asked now: a server may hold it to what it registered.
func (r registration) fits(now registration) bool {
	holds := func(has, wants []string) bool {
		return !slices.ContainsFunc(wants, func(want string) bool { return !slices.Contains(has, want) })
	}
	return r.Issuer == now.Issuer && holds(r.Redirects, now.Redirects) && holds(r.Scopes, now.Scopes) && holds(r.Grants, now.Grants)
}

// clientFile remembers the registration at one issuer, for all profiles that sign in there.
type clientFile struct {
	name string // as locks are named
	path string
}

// newClientFile names the file after the issuer, or after the API where that names the issuer.
func newClientFile(dir string, s Settings) *clientFile {
	key := Settings{Issuer: s.Issuer}
	if s.Issuer == "" {
		key.APIURL = s.APIURL
	}
	name := "client." + entryName(key)
	return &clientFile{name: name, path: filepath.Join(dir, name+".json")}
}

// errUnregistered means that there is no registration.
var errUnregistered = errors.New("this program has not registered itself")

// read returns the registration, errUnregistered, or an error that names the file.
func (f *clientFile) read() (registration, error) {
	var r registration
	info, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return r, errUnregistered
	}
	if err == nil && (info.Size() > maxClientFile || !info.Mode().IsRegular()) {
		err = errors.New("it is no file of this program")
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(f.path)
	}
	if err == nil && (json.Unmarshal(text, &r) != nil || !isClientID(r.ClientID) || r.Issuer == "") {
		err = errors.New("it is damaged")
	}
	if err != nil {
		return registration{}, fmt.Errorf("read the registered client in %s: %w", f.path, err)
	}
	return r, nil
}

func (f *clientFile) write(r registration) error {
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

func isClientID(id string) bool { return isToken(id) && len(id) <= maxClientID }
