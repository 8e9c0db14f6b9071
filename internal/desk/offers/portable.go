package offers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
)

// Portable is what is kept as a file to take along.
type Portable struct {
	Version  int         `json:"version"`
	Exported time.Time   `json:"exported"`
	Kept     []kept.Kept `json:"kept"`
}

// Export makes a file of kept offers.
func Export(all []kept.Kept, now time.Time) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(Portable{Version: store.Version, Exported: now.UTC(), Kept: append([]kept.Kept{}, all...)})
	return text.Bytes(), err
}

// maxImport is the largest file that is taken, in bytes.
const maxImport = 32 << 20

// Imported is what came of a file.
type Imported struct {
	Added   []kept.Kept
	Already []kept.Kept       // that were kept before
	Renamed map[string]string // names that were taken, and what the offers are called now
}

// Import keeps what a file holds, all of it or nothing. The file may come from anyone: what no list could
// have held is refused, with the entry that it is in, and no address of it is ever opened. name is what the
// file is called in errors. An offer whose name is taken comes in under another one.
func Import(ctx context.Context, d *desk.Desk, from io.Reader, name string) (Imported, error) {
	text, err := io.ReadAll(io.LimitReader(from, maxImport+1))
	if err != nil {
		return Imported{}, fmt.Errorf("read %s: %w", name, err)
	}
	all, err := parse(text, name, d.Now())
	if err != nil {
		return Imported{}, err
	}
	have, err := d.KeptList()
	if err != nil {
		return Imported{}, err
	}
	in := Imported{Renamed: map[string]string{}}
	var fresh []kept.Kept
	names := slices.Clone(have.All)
	for _, k := range all {
		if known, already := same(have, k.Offer); already {
			in.Already = append(in.Already, known)
			continue
		}
		if free := freeName(k.Name, names); free != k.Name {
			in.Renamed[k.Name], k.Name = free, free
		}
		names, fresh = append(names, k), append(fresh, k)
	}
	if len(fresh) == 0 {
		return in, nil
	}
	store, err := d.Keeping()
	if err != nil {
		return Imported{}, err
	}
	in.Added, err = store.Add(ctx, fresh...)
	return in, err
}

// freeName is the name, or with a number behind it where it is taken.
func freeName(name string, all []kept.Kept) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(all, func(k kept.Kept) bool { return k.Name == name })
	}
	free := name
	for n := 2; name != "" && taken(free); n++ {
		end := "-" + strconv.Itoa(n)
		free = name[:min(len(name), kept.MaxName-len(end))] + end
	}
	return free
}

// parse reads a file as it is exported.
func parse(text []byte, name string, now time.Time) ([]kept.Kept, error) {
	refused := func(why string) error {
		return problem.UsageError{Text: name + " is not taken: " + why, Hint: "give a file that travel kept export has written; nothing of this one was kept"}
	}
	if len(text) > maxImport {
		return nil, refused("it is larger than 32 MiB")
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // as some editors begin a file of UTF-8
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return nil, refused("it was saved as UTF-16; save it as UTF-8")
	}
	var file struct {
		Version  int               `json:"version"`
		Exported json.RawMessage   `json:"exported"`
		Kept     []json.RawMessage `json:"kept"`
	}
	if err := json.Unmarshal(text, &file); err != nil || file.Version == 0 {
		return nil, refused("it is not an export of what is kept")
	}
	if file.Version > store.Version {
		return nil, refused("it was written by a newer version of travel")
	}
	if len(file.Kept) > kept.MaxKept {
		return nil, refused(fmt.Sprintf("it holds %d offers, and %d is the most", len(file.Kept), kept.MaxKept))
	}
	var all []kept.Kept
	for i, entry := range file.Kept {
		var k kept.Kept
		err := store.Decode(entry, &k)
		if err == nil {
			err = k.Check()
		}
		if err == nil {
			k, err = foreign(k, now)
		}
		if err != nil {
			return nil, refused(fmt.Sprintf("offer %d of it: %s", i+1, clean.Line(err.Error())))
		}
		if !slices.ContainsFunc(all, func(have kept.Kept) bool { return have.Same(k.Offer) }) {
			all = append(all, k)
		}
	}
	return all, nil
}
