package listing

import (
	"bytes"
	"compress/flate"
	"io"
	"strings"
	"sync"
)

// packed is a compressed text, for pages far from the view.
type packed struct {
	small string
	size  int
}

// packers is a pool because each writer takes a megabyte.
var packers sync.Pool

// Again returns a function that rebuilds the values of a page from the answer that it came in, or nil if it came in
// several answers.
func Again[T any](bodies [][]byte, read func([]byte) (T, error), values func(T) []any) func() []any {
	if len(bodies) != 1 {
		return nil
	}
	body := pack(bodies[0])
	return func() []any {
		answer, err := read(body.text())
		if err != nil {
			return nil // it was read before
		}
		return values(answer)
	}
}

// pack compresses a text. The parts of an answer are similar, so it shrinks to about a sixth.
func pack(text []byte) packed {
	var small bytes.Buffer
	w, _ := packers.Get().(*flate.Writer)
	if w == nil {
		w, _ = flate.NewWriter(nil, flate.BestSpeed) // the level is valid
	}
	defer packers.Put(w)
	w.Reset(&small)
	_, _ = w.Write(text) // writing to memory does not fail
	_ = w.Close()
	return packed{small.String(), len(text)}
}

// text returns the original text.
func (p packed) text() []byte {
	text := bytes.NewBuffer(make([]byte, 0, p.size+bytes.MinRead))
	_, _ = io.Copy(text, flate.NewReader(strings.NewReader(p.small)))
	return text.Bytes()
}
