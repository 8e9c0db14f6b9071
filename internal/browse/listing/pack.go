package listing

import (
	"bytes"
	"compress/flate"
	"io"
	"strings"
	"sync"
)

// packed is a text in less memory: for what is far from the view.
type packed struct {
	small string
	size  int
}

// packers have a megabyte each.
var packers sync.Pool

// Again has the values of the rows of a page made once more from the answer that the page came in; nil where it
// took several answers.
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

// pack makes a text small. Answers of a search are much alike: what stays is about a sixth.
func pack(text []byte) packed {
	var small bytes.Buffer
	w, _ := packers.Get().(*flate.Writer)
	if w == nil {
		w, _ = flate.NewWriter(nil, flate.BestSpeed) // that level is one
	}
	defer packers.Put(w)
	w.Reset(&small)
	_, _ = w.Write(text) // nothing of that fails in memory
	_ = w.Close()
	return packed{small.String(), len(text)}
}

// text is the text as it was.
func (p packed) text() []byte {
	text := bytes.NewBuffer(make([]byte, 0, p.size+bytes.MinRead))
	_, _ = io.Copy(text, flate.NewReader(strings.NewReader(p.small)))
	return text.Bytes()
}
