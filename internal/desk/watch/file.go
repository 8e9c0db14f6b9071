package watch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/shelf"
)

// file is a watch as it lies on the disk.
type file struct {
	Version int       `json:"version"`
	Rule    Rule      `json:"rule"`
	Offer   kept.File `json:"offer"` // with the number, the name and the time of the watch
}

func encode(w Watch) ([]byte, error) {
	text, err := json.Marshal(file{Version, w.Rule, kept.FileOf(kept.Kept{N: w.N, Name: w.Name, At: w.At, Offer: w.Offer})})
	if err != nil {
		return nil, err
	}
	if len(text) > maxFileBytes {
		return nil, errors.New("it is larger than 512 KiB")
	}
	_, err = parse(text)
	return text, err
}

// parse reads the text of a file. Whatever no store would have written is an error.
func parse(text []byte) (Watch, error) {
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return Watch{}, errors.New("it is not JSON as travel writes it")
	}
	switch {
	case head.Version > Version:
		return Watch{}, shelf.ErrNewer
	case head.Version != Version:
		return Watch{}, errors.New("it does not say its version")
	}
	var f file
	if err := strict(text, &f); err != nil {
		return Watch{}, fmt.Errorf("it is not as travel writes it: %w", err)
	}
	k, err := f.Offer.Kept()
	if err != nil {
		return Watch{}, err
	}
	w := Watch{N: k.N, Name: k.Name, At: k.At, Offer: k.Offer, Rule: f.Rule}
	return w, w.Rule.check(w.Price())
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
