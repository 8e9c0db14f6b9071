package apiclient

import (
	"bytes"
	"encoding/json"
	"iter"
)

// A Member is a member of an object, with where its value begins and ends in the text.
type Member struct {
	Name    string
	At, End int
}

// Members are the members of an object in their order, so that one of them can be changed and every other byte
// kept. The text must be valid JSON. Any other value has none.
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

// FindMember is the member of a name. The last one counts, as for every reader.
func FindMember(text []byte, name string) (found Member, ok bool) {
	for m := range Members(text) {
		if m.Name == name {
			found, ok = m, true
		}
	}
	return found, ok
}

// skipped is a value that is not copied.
type skipped struct{}

func (*skipped) UnmarshalJSON([]byte) error { return nil }
