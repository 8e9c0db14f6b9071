package config

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"travel.example/travel/internal/disk"
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

// Set writes one setting of a profile, which is made if it is new.
func (f *File) Set(ctx context.Context, profile, name, value string) error {
	key, err := FindKey(name)
	if err != nil {
		return err
	}
	if !isProfile(profile) {
		return &Error{Reason: "a profile cannot be called " + shown(profile), Accepts: "up to 64 letters, digits, - and _"}
	}
	if bad := key.checkIn(profile, value); bad != nil {
		return bad
	}
	return f.edit(ctx, func(doc *document) error {
		settings := child(child(doc.root, "profiles"), profile)
		setScalar(settings, name, value)
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
	if err := disk.Replace(target, text); err != nil {
		return f.cannot("write", err)
	}
	return nil
}

// target follows a link, so that a file kept elsewhere stays there.
func (f *File) target() (string, error) {
	if err := disk.Make(filepath.Dir(f.path)); err != nil {
		return "", f.cannot("make the directory of", err)
	}
	if resolved, err := filepath.EvalSymlinks(f.path); err == nil {
		return resolved, nil
	}
	return f.path, nil
}

// cannot words why an edit failed, which is a *PlaceError where the directory takes nothing.
func (f *File) cannot(do string, err error) error {
	if disk.Refused(err) {
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

// Repair moves a file whose layout is not understood out of the way, beside itself, and returns
// where to; nothing in it is lost. A file that can be read stays, whatever its settings, and so
// does one that the system does not show: the result is then "".
func (f *File) Repair(ctx context.Context) (string, error) {
	target, err := f.target()
	if err != nil {
		return "", err
	}
	unlock, err := lockEdits(ctx, filepath.Dir(target))
	if err != nil {
		return "", f.cannot("lock", err)
	}
	defer unlock()
	_, err = readDocument(target, f.place)
	if bad, ok := errors.AsType[*Error](err); !ok || !bad.Broken {
		return "", err
	}
	aside, err := unused(target)
	if err == nil {
		err = os.Rename(target, aside)
	}
	if err != nil {
		return "", f.cannot("move aside", err)
	}
	return aside, nil
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
