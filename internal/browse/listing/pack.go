package listing

import (
	"bytes"
	"compress/flate"
	"io"
	"strings"
	"sync"
)

// Packed is a text in less memory: for what is far from the view.
type Packed struct {
	text string
	size int
}

// packers have a megabyte each.
var packers sync.Pool

// Pack makes a text small. Answers of a search are much alike: what stays is about a sixth.
func Pack(text []byte) Packed {
	var small bytes.Buffer
	w, _ := packers.Get().(*flate.Writer)
	if w == nil {
		w, _ = flate.NewWriter(nil, flate.BestSpeed) // that level is one
	}
	defer packers.Put(w)
	w.Reset(&small)
	_, _ = w.Write(text) // nothing of that fails in memory
	_ = w.Close()
	return Packed{small.String(), len(text)}
}

// Text is the text as it was.
func (p Packed) Text() []byte {
	text := bytes.NewBuffer(make([]byte, 0, p.size+bytes.MinRead))
	_, _ = io.Copy(text, flate.NewReader(strings.NewReader(p.text)))
	return text.Bytes()
}
