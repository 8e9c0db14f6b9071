package apiclient

import (
	"bytes"
	"encoding/json"
	"iter"
)

// A Member is a member of an object, with the offsets where its value begins and ends in the text.
type Member struct {
	Name    string
	At, End int
}

// Members yields the members of an object in order, so that one of them can be changed and every other byte kept.
// The text must be valid JSON. Any other value has no members.
func Members(text []byte) iter.Seq[Member] {
	return func(yield func(Member) bool) {
		decoder := json.NewDecoder(bytes.NewReader(text))
		if open, err := decoder.Token(); err != nil || open != json.Delim('{') {
			return
		}
		for decoder.More() {
			name, err := decoder.Token()
			if err != nil {
				return
			}
			rest := bytes.TrimLeft(text[decoder.InputOffset():], ": \t\r\n")
			if decoder.Decode(&skipped{}) != nil {
				return
			}
			m := Member{At: len(text) - len(rest), End: int(decoder.InputOffset())}
			m.Name, _ = name.(string)
			if !yield(m) {
				return
			}
		}
	}
}

// FindMember returns the member with the given name. The last one counts, as in other JSON decoders.
func FindMember(text []byte, name string) (found Member, ok bool) {
	for m := range Members(text) {
		if m.Name == name {
			found, ok = m, true
		}
	}
	return found, ok
}

// skipped discards a value without copying it.
type skipped struct{}

func (*skipped) UnmarshalJSON([]byte) error { return nil }
