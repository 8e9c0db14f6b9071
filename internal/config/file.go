package config

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"travel.example/travel/internal/store"
)

// How long an edit waits for another one, and how often it looks.
const (
	editWait = 10 * time.Second
	editPoll = 20 * time.Millisecond
)

// File is the configuration file for edits. It needs no valid settings, so that a wrong one can be
// fixed, only a file whose layout is understood.
type File struct {
	path  string
	place string
}

// OpenFile finds the file; it need not exist. Every error is an *Error, or a *PlaceError where there is no
// home directory.
func OpenFile(in Input) (*File, error) {
	where, err := findPaths(in)
	if err != nil {
		return nil, err
	}
	if where.config == "" {
		return nil, fmt.Errorf("there is no file of settings: %w", where.homeless())
	}
	return &File{path: where.file(), place: forPeople(where.file(), in.Home)}, nil
}

// Path is where the file is.
func (f *File) Path() string { return f.path }

// Profiles are the names there are, the built-in one among them, in order.
func (f *File) Profiles() ([]string, error) {
	doc, err := readDocument(f.path, f.place)
	if err != nil {
		return nil, err
	}
	return allProfiles(doc), nil
}

// ProfileAt is the profile of the deployment at an api-url: the selected one if it has that address, else the first
// that has it, else a name for a new one, made of its host and port. It is "" if the text is not an address.
func (f *File) ProfileAt(address string) (string, error) {
	doc, err := readDocument(f.path, f.place)
	if err != nil || !isRootURL(address) {
		return "", err
	}
	selected, _ := doc.selected()
	for _, name := range append([]string{selected}, doc.names()...) {
		settings, err := doc.settings(name)
		if err == nil && strings.TrimSuffix(settings["api-url"], "/") == strings.TrimSuffix(address, "/") {
			return name, nil
		}
	}
	_, host, _ := strings.Cut(strings.ToLower(address), "://")
	host, _, _ = strings.Cut(host, "/")
	host = strings.Trim(strings.Map(func(r rune) rune {
		if notNameRune(r) {
			return '-'
		}
		return r
	}, host), "-")
	const room = 4 // for a number behind it
	host = host[:min(len(host), maxProfile-room)]
	name := host
	for n := 2; slices.Contains(allProfiles(doc), name); n++ {
		name = host + "-" + strconv.Itoa(n)
	}
	return name, nil
}

// APIURL is the api-url that the file has for a profile, "" for none.
func (f *File) APIURL(profile string) string {
	doc, err := readDocument(f.path, f.place)
	if err != nil {
		return ""
	}
	settings, _ := doc.settings(profile) // what is wrong with it is told where it is used
	return settings["api-url"]
}

// Set writes one setting of a profile, which is made if it is new.
func (f *File) Set(ctx context.Context, profile, name, value string) error {
	return f.SetAll(ctx, profile, map[string]string{name: value})
}

// SetAll is Set for several settings, by their names.
func (f *File) SetAll(ctx context.Context, profile string, values map[string]string) error {
	if !isProfile(profile) {
		return &Error{Reason: "a profile cannot be called " + shown(profile), Accepts: "up to 64 letters, digits, - and _"}
	}
	for name, value := range values {
		key, err := FindKey(name)
		if err != nil {
			return err
		}
		if bad := key.checkIn(profile, value); bad != nil {
			return bad
		}
	}
	return f.edit(ctx, func(doc *document) error {
		settings := child(child(doc.root, "profiles"), profile)
		for _, name := range slices.Sorted(maps.Keys(values)) {
			setScalar(settings, name, values[name])
		}
		return nil
	})
}

// Unset takes one setting out of a profile. A profile without settings goes too, unless the file
// selects it. Unsetting what is not set is not an error.
func (f *File) Unset(ctx context.Context, profile, name string) error {
	return f.edit(ctx, func(doc *document) error {
		profiles := member(doc.root, "profiles")
		settings := member(profiles, profile)
		if settings == nil && !slices.Contains(allProfiles(doc), profile) {
			return unknownProfile(profile, doc)
		}
		if settings == nil { // the built-in profile, of which nothing was ever set
			_, err := FindKey(name)
			return err
		}
		if _, err := FindKey(name); err != nil && member(settings, name) == nil {
			return err
		}
		remove(settings, name)
		if selected, _ := doc.selected(); len(settings.Content) == 0 && selected != profile {
			remove(profiles, profile)
		}
		return nil
	})
}

// Use selects a profile that exists.
func (f *File) Use(ctx context.Context, profile string) error {
	return f.edit(ctx, func(doc *document) error {
		if !slices.Contains(allProfiles(doc), profile) {
			return unknownProfile(profile, doc)
		}
		setScalar(doc.root, "profile", profile)
		return nil
	})
}

func unknownProfile(profile string, doc *document) error {
	return &Error{Reason: "profile " + shown(profile) + " does not exist", Accepts: strings.Join(allProfiles(doc), ", ")}
}

// edit reads, changes and writes the file while no other process does.
func (f *File) edit(ctx context.Context, change func(*document) error) error {
	target, err := f.target()
	if err != nil {
		return err
	}
	unlock, err := lockEdits(ctx, filepath.Dir(target))
	if err != nil {
		return f.cannot("lock", err)
	}
	defer unlock()
	doc, err := readDocument(target, f.place)
	if err != nil {
		return err
	}
	if err := change(doc); err != nil {
		return err
	}
	text, err := doc.text()
	if err != nil {
		return fmt.Errorf("write %s: %w", f.place, err)
	}
	if _, err := parseDocument(text, f.place); err != nil {
		return fmt.Errorf("nothing was written, the edit would break the file: %w", err)
	}
	if err := store.Replace(target, text); err != nil {
		return f.cannot("write", err)
	}
	return nil
}

// target follows a link, so that a file kept elsewhere stays there.
func (f *File) target() (string, error) {
	if err := store.Make(filepath.Dir(f.path)); err != nil {
		return "", f.cannot("make the directory of", err)
	}
	if resolved, err := filepath.EvalSymlinks(f.path); err == nil {
		return resolved, nil
	}
	return f.path, nil
}

// cannot words why an edit failed, which is a *PlaceError where the directory takes nothing.
func (f *File) cannot(do string, err error) error {
	if store.Refused(err) {
		return &PlaceError{Dir: f.path, Err: err, own: configVariable}
	}
	return fmt.Errorf("%s %s: %w", do, f.place, err)
}

func lockEdits(ctx context.Context, dir string) (unlock func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, editWait)
	defer cancel()
	lock := flock.New(filepath.Join(dir, ".config.lock"), flock.SetPermissions(0o600))
	locked, err := lock.TryLockContext(ctx, editPoll)
	if err != nil {
		return nil, err
	}
	if !locked {
		return nil, errors.New("another edit is going on")
	}
	return func() { _ = lock.Close() }, nil
}

// Selected is the profile that the file selects, or the built-in one. It reads no settings, so that
// a wrong one does not stand in the way of fixing it.
func (f *File) Selected() (string, error) {
	doc, err := readDocument(f.path, f.place)
	if err != nil {
		return "", err
	}
	if name, _ := doc.selected(); name != "" {
		return name, nil
	}
	return Sandbox, nil
}

// Repair moves a file whose layout is not understood out of the way, beside itself. Of one that is understood
// it removes the settings that cannot hold, named in removed, and keeps the file as it was beside it. aside is
// where the old file is; "" where nothing was wrong, as of a file that is not there.
func (f *File) Repair(ctx context.Context) (aside string, removed []string, err error) {
	target, err := f.target()
	if err != nil {
		return "", nil, err
	}
	unlock, err := lockEdits(ctx, filepath.Dir(target))
	if err != nil {
		return "", nil, f.cannot("lock", err)
	}
	defer unlock()
	doc, err := readDocument(target, f.place)
	var text []byte
	switch bad, ok := errors.AsType[*Error](err); {
	case err == nil:
		if removed = doc.removeWrong(); len(removed) == 0 {
			return "", nil, nil
		}
		if text, err = doc.text(); err == nil {
			_, err = parseDocument(text, f.place)
		}
		if err != nil { // the rest cannot be written, such as where a comment is within braces
			text, removed = nil, nil
		}
	case !ok, !bad.Broken:
		return "", nil, err
	}
	if aside, err = unused(target); err == nil {
		err = os.Rename(target, aside)
	}
	if err == nil && text != nil {
		if err = store.Replace(target, text); err != nil {
			_ = os.Rename(aside, target)
		}
	}
	if err != nil {
		return "", nil, f.cannot("repair", err)
	}
	return aside, removed, nil
}

// maxAside is how many files are kept aside.
const maxAside = 100

// unused names a file beside path that does not exist: config.broken.yaml, then
// config.broken-2.yaml.
func unused(path string) (string, error) {
	extension := filepath.Ext(path)
	root := strings.TrimSuffix(path, extension) + ".broken"
	for n := 1; n <= maxAside; n++ {
		name := root + extension
		if n > 1 {
			name = root + "-" + strconv.Itoa(n) + extension
		}
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name, nil
		}
	}
	return "", fmt.Errorf("there are %d broken files already", maxAside)
}
