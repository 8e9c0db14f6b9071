package kept

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/desk/shelf"
	"travel.example/travel/internal/words"
)

// Version is that of the files. A file of a newer one is left alone.
const Version = 1

// File is a kept offer as it lies on the disk and as it is exported.
type File struct {
	Version int          `json:"version"`
	N       int          `json:"n"`
	Name    string       `json:"name,omitempty"`
	Note    string       `json:"note,omitempty"`
	At      time.Time    `json:"at"`
	Seen    search.Price `json:"seen,omitzero"` // when it was last found again
	SeenAt  time.Time    `json:"seenAt,omitzero"`
	// List is the list that the offer was in, with the offer as its only row.
	List     recall.List     `json:"list"`
	Detail   json.RawMessage `json:"detail,omitempty"` // as the service sent it
	DetailAt time.Time       `json:"detailAt,omitzero"`
}

// FileOf is a kept offer as a file has it.
func FileOf(k Kept) File {
	list := k.List
	list.Kind, list.Rows = k.Kind, []recall.Row{k.Offer.Row}
	return File{
		Version: Version, N: k.N, Name: k.Name, Note: k.Note, At: k.At, Seen: k.Seen, SeenAt: k.SeenAt,
		List: list, Detail: k.Detail, DetailAt: k.DetailAt,
	}
}

// Kept checks what a file says, whoever wrote it.
func (f File) Kept() (Kept, error) {
	switch {
	case f.Version > Version:
		return Kept{}, shelf.ErrNewer
	case f.Version != Version:
		return Kept{}, errors.New("it does not say its version")
	case f.N < 1 || f.At.IsZero():
		return Kept{}, errors.New("its number or its time is missing")
	case f.Name != "" && !validName(f.Name), utf8.RuneCountInString(f.Note) > MaxNote:
		return Kept{}, errors.New("its name or its note is not one")
	case len(f.Detail) > MaxDetail:
		return Kept{}, errors.New("its detail is larger than 256 KiB")
	case !slices.Contains(Kinds(), f.List.Kind) || len(f.List.Rows) != 1:
		return Kept{}, errors.New("it is not of one trip, fare, hotel or rate")
	}
	list, err := recall.Fit(f.List)
	if err != nil {
		return Kept{}, err
	}
	row := list.Rows[0]
	if row.ID == "" || list.Search.ID == "" || row.Gone {
		return Kept{}, errors.New("its id or that of its search cannot be sent")
	}
	k := Kept{N: f.N, Name: f.Name, Note: f.Note, At: f.At, Seen: f.Seen, SeenAt: f.SeenAt}
	k.Offer = Offer{Kind: list.Kind, List: list.Head(), Row: row, Detail: f.Detail, DetailAt: f.DetailAt}
	return k, k.Lacks()
}

// Parse reads the text of a file. Whatever no store would have written is an error.
func Parse(text []byte) (Kept, error) {
	var known struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(text, &known); err != nil {
		return Kept{}, errors.New("it is not JSON as travel writes it")
	}
	if known.Version > Version {
		return Kept{}, shelf.ErrNewer
	}
	var f File
	if err := strict(text, &f); err != nil {
		return Kept{}, errors.New(inWords(err, text))
	}
	return f.Kept()
}

// strict reads one JSON value without a member that is not known.
func strict(text []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	return nil
}

// inWords tells what is wrong with the text of a file, with the member that it is in.
func inWords(err error, text []byte) string {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Sprintf("%s holds a JSON %s, which travel never writes there", wrong.Field, wrong.Value)
	}
	if wrong, ok := errors.AsType[*time.ParseError](err); ok {
		given := strings.Trim(wrong.Value, `"`)
		var value any
		_ = json.Unmarshal(text, &value) // it was read before
		return fmt.Sprintf("%s holds %s, which is not a time such as 2026-11-21T08:00:00Z", cmp.Or(memberWith(value, given), "a member"), words.Quote(given))
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return fmt.Sprintf("it has a member %s, which travel never writes", name)
	}
	return "it is not as travel writes it"
}

// memberWith is the path of the first member, in the order of names, whose text is that; "" for none.
func memberWith(value any, text string) string {
	object, _ := value.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if object[name] == text {
			return name
		}
		if inside := memberWith(object[name], text); inside != "" {
			return name + "." + inside
		}
	}
	return ""
}

// encode is the text of a file, checked as it will be when it is read.
func encode(k Kept) ([]byte, error) {
	f := FileOf(k)
	if _, err := f.Kept(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(f)
	if err == nil && len(text) > maxFileBytes {
		err = errors.New("it is larger than 512 KiB")
	}
	return text, err
}
