package faults

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"time"
)

// restatus is the genuine answer under another status.
type restatus struct{ status int }

func (s restatus) serve(e *event) {
	a := e.work()
	a.status = s.status
	e.send(a)
}

// retitle is the genuine body under another media type, or under none.
type retitle struct{ mediaType string }

func (t retitle) serve(e *event) {
	a := e.work()
	a.header["Content-Type"] = nil // or the server would guess one
	if t.mediaType != "" {
		a.header.Set("Content-Type", t.mediaType)
	}
	e.send(a)
}

// garble is the genuine status with a body that claims to be JSON but is not.
type garble struct{}

func (garble) serve(e *event) {
	a := e.work()
	a.body.Reset()
	a.body.WriteString("{\"results\": [}\n")
	e.send(a)
}

// drip is the genuine answer, a byte at a time.
type drip struct{ every time.Duration }

func (d drip) serve(e *event) {
	a := e.work()
	e.begin(a, int64(a.body.Len()))
	_ = e.conn.Flush()
	for _, b := range a.body.Bytes() {
		if !e.wait(d.every) {
			e.sever(abort)
			return
		}
		if _, err := e.w.Write([]byte{b}); err != nil || e.conn.Flush() != nil {
			return // the caller is gone
		}
	}
}

// replay has the request carried out twice, and answers what the second one
// got: an authorization server then takes a refresh token or a code for stolen.
type replay struct{}

func (replay) serve(e *event) {
	body, err := io.ReadAll(io.LimitReader(e.r.Body, maxForm))
	if err != nil {
		e.sever(abort)
		return
	}
	e.r.Body = io.NopCloser(bytes.NewReader(body))
	e.work()
	e.r.Body = io.NopCloser(bytes.NewReader(body))
	e.send(e.work())
}

// pad is the genuine object with one member more, size bytes long. A body that
// is not an object gets blanks at its end.
type pad struct{ size int64 }

func (p pad) serve(e *event) {
	a := e.work()
	head, tail, fill := a.body.Bytes(), []byte(nil), byte(' ')
	if start, ok := openObject(head); ok {
		head, tail, fill = append(start, `"padding":"`...), []byte(`"}`), 'x'
	}
	e.begin(a, int64(len(head))+p.size+int64(len(tail)))
	e.pour(io.MultiReader(bytes.NewReader(head), io.LimitReader(endlessly(fill), p.size), bytes.NewReader(tail)))
}

// nest is the genuine object with one member more, of arrays in arrays.
type nest struct{ depth int64 }

func (n nest) serve(e *event) {
	a := e.work()
	head, tail := []byte(nil), []byte(nil)
	if start, ok := openObject(a.body.Bytes()); ok {
		head, tail = append(start, `"nested":`...), []byte("}")
	}
	e.begin(a, int64(len(head))+2*n.depth+int64(len(tail)))
	e.pour(io.MultiReader(bytes.NewReader(head), io.LimitReader(endlessly('['), n.depth), io.LimitReader(endlessly(']'), n.depth), bytes.NewReader(tail)))
}

// openObject is a copy of a JSON object without its closing brace, ready for
// one more member.
func openObject(body []byte) ([]byte, bool) {
	body = bytes.TrimSpace(body)
	if len(body) < 2 || body[0] != '{' || body[len(body)-1] != '}' {
		return nil, false
	}
	open := bytes.Clone(bytes.TrimSpace(body[:len(body)-1]))
	if len(open) > 1 {
		open = append(open, ',')
	}
	return open, true
}

// endlessly reads the same byte forever.
type endlessly byte

func (b endlessly) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(b)
	}
	return len(p), nil
}

// pour copies to the caller for as long as there is one.
func (e *event) pour(from io.Reader) {
	_, _ = io.Copy(struct{ io.Writer }{e.w}, from)
}

// bomb is the genuine answer in gzip with size bytes of blanks behind it, which
// take up almost nothing on the way. It does not ask whether the caller accepts gzip.
type bomb struct{ size int64 }

// bombPart is what one part of a bomb unfolds to, in bytes.
const bombPart = 1 << 20

func (b bomb) serve(e *event) {
	a := e.work()
	head := deflated(&a.body)
	part := deflated(strings.NewReader(strings.Repeat(" ", bombPart)))
	parts := (b.size + bombPart - 1) / bombPart
	a.header.Set("Content-Encoding", "gzip")
	e.begin(a, int64(len(head))+parts*int64(len(part)))
	// RFC 1952 section 2.2: members one after another are one file.
	_, _ = e.w.Write(head)
	for range parts {
		if _, err := e.w.Write(part); err != nil {
			return // the caller is gone
		}
	}
}

func deflated(from io.Reader) []byte {
	var member bytes.Buffer
	w := gzip.NewWriter(&member)
	_, _ = io.Copy(w, from) // neither side can fail in memory
	_ = w.Close()
	return member.Bytes()
}
