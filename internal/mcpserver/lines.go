package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxLine bounds a message in bytes; the longest that a client has a use for is far below it.
const maxLine = 4 << 20

// lines is the transport over two streams, a message a line. Unlike that of the SDK it goes on after a
// line that is not a message, which it answers with an error, and at the end of its input it waits for
// the answers to what was read.
type lines struct {
	in    io.Reader
	out   io.Writer
	drain time.Duration // how long it goes on after it has stopped reading
	// late is closed when that time is over. One deadline is for both ends of the pipe: reading stops at the
	// end of the input, and also behind a client that takes no answers, where the end cannot be seen.
	late chan struct{}
}

// Connect implements [mcp.Transport].
func (l lines) Connect(context.Context) (mcp.Connection, error) {
	c := &lineConnection{
		out: l.out, drain: l.drain, late: l.late, read: make(chan jsonrpc.Message), ended: make(chan struct{}), closed: make(chan struct{}),
		open: map[any]bool{}, quiet: make(chan struct{}, 1), writing: make(chan struct{}, 1),
	}
	go c.readLines(l.in, time.AfterFunc(l.drain, func() { close(l.late) }))
	return c, nil
}

type lineConnection struct {
	out   io.Writer
	drain time.Duration
	late  <-chan struct{}
	read  chan jsonrpc.Message
	ended chan struct{} // the input is at its end

	once   sync.Once
	closed chan struct{}

	writing chan struct{} // held by who writes to out
	mu      sync.Mutex    // over open
	open    map[any]bool  // requests without an answer; false for one that was cancelled
	left    int           // answers that are not written yet
	quiet   chan struct{} // tells that nothing is open any more
}

// SessionID implements [mcp.Connection].
func (c *lineConnection) SessionID() string { return "" }

// Close implements [mcp.Connection].
func (c *lineConnection) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// Read implements [mcp.Connection].
func (c *lineConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case message := <-c.read:
		return message, nil
	case <-c.ended:
		return nil, c.drained(ctx)
	case <-c.closed:
		return nil, io.EOF
	case <-c.late:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// drained waits until every request is answered, and is the end of the input.
func (c *lineConnection) drained(ctx context.Context) error {
	for !c.isQuiet() {
		select {
		case <-c.quiet:
		case <-c.late:
			return io.EOF
		case <-c.closed:
			return io.EOF
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return io.EOF
}

func (c *lineConnection) isQuiet() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.left <= 0
}

// Write implements [mcp.Connection].
func (c *lineConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	text, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	answer, ok := message.(*jsonrpc.Response)
	if !ok {
		return c.writeLine(text)
	}
	defer c.answered()
	if !c.close(answer.ID) {
		return nil
	}
	return c.writeLine(text)
}

// close frees the id of a request, and tells whether its answer is wanted: a client that has cancelled a
// call waits for none.
func (c *lineConnection) close(id jsonrpc.ID) (wanted bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	wanted, open := c.open[id.Raw()]
	delete(c.open, id.Raw())
	return wanted || !open
}

// cancel notes that the answer to a request is not wanted.
func (c *lineConnection) cancel(params json.RawMessage) {
	var cancelled struct {
		RequestID any `json:"requestId"`
	}
	if json.Unmarshal(params, &cancelled) != nil {
		return
	}
	if id, err := jsonrpc.MakeID(cancelled.RequestID); err == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.open[id.Raw()] {
			c.open[id.Raw()] = false
		}
	}
}

func (c *lineConnection) answered() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left--; c.left <= 0 {
		select {
		case c.quiet <- struct{}{}:
		default:
		}
	}
}

// writeLine writes a message in one piece.
func (c *lineConnection) writeLine(text []byte) error {
	c.writing <- struct{}{}
	defer func() { <-c.writing }()
	_, err := c.out.Write(append(text, '\n'))
	return err
}

// readLines hands over the messages of the input until it ends. The timer runs while it is not reading.
func (c *lineConnection) readLines(in io.Reader, late *time.Timer) {
	defer close(c.ended)
	from := bufio.NewReaderSize(in, 64<<10)
	for {
		late.Stop()
		line, err := readLine(from)
		late.Reset(c.drain)
		switch {
		case errors.Is(err, errLongLine):
			c.refuse(nil, jsonrpc.CodeInvalidRequest, err.Error())
			continue
		case len(bytes.TrimSpace(line)) > 0:
			if message := c.decode(line); message != nil && !c.handOver(message) {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// handOver gives a message to the reader; false when the connection was closed.
func (c *lineConnection) handOver(message jsonrpc.Message) bool {
	request, ok := message.(*jsonrpc.Request)
	switch {
	case ok && request.ID.IsValid():
		c.mu.Lock()
		_, twice := c.open[request.ID.Raw()]
		if !twice {
			c.open[request.ID.Raw()] = true
			c.left++
		}
		c.mu.Unlock()
		if twice {
			c.refuse(nil, jsonrpc.CodeInvalidRequest, fmt.Sprintf("the id %v is that of a request that has no answer yet; give each its own", request.ID.Raw()))
			return true
		}
	case ok && request.Method == "notifications/cancelled":
		c.cancel(request.Params)
	}
	select {
	case c.read <- message:
		return true
	case <-c.late:
	case <-c.closed:
	}
	return false
}

var errLongLine = errors.New("the message is longer than 4 MiB")

// readLine reads a line without its end. One that is too long is read to its end and is errLongLine.
func readLine(from *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := from.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && err == nil:
			return nil, errLongLine
		}
		return line, err
	}
}

// envelope is what a message must have right for the SDK to answer it as it should.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method any             `json:"method"`
	Params json.RawMessage `json:"params"`
}

// decode reads a message. What is not one is answered with an error, and nil.
func (c *lineConnection) decode(line []byte) jsonrpc.Message {
	if id, code, what := wrong(line, "line"); what != "" {
		c.refuse(id, code, what)
		return nil
	}
	message, err := jsonrpc.DecodeMessage(bytes.TrimSpace(line))
	if err != nil { // what is wrong was looked at
		return nil
	}
	return message
}

// wrong says what is wrong with a message, as the answer to it: its id where that can be repeated, and a
// code; "" for nothing. thing is what it came in.
func wrong(text []byte, thing string) (id json.RawMessage, code int64, what string) {
	if !utf8.Valid(text) {
		return nil, jsonrpc.CodeParseError, "the " + thing + " is not UTF-8"
	}
	if !json.Valid(text) {
		return nil, jsonrpc.CodeParseError, "the " + thing + " is not JSON"
	}
	text = bytes.TrimSpace(text)
	switch text[0] {
	case '{':
	case '[':
		return nil, jsonrpc.CodeInvalidRequest, "batches are not taken; send each message in a " + thing + " of its own"
	default:
		return nil, jsonrpc.CodeInvalidRequest, "the " + thing + " is not a message"
	}
	var e envelope
	err := json.Unmarshal(text, &e)
	id = goodID(e.ID)
	if err == nil && e.ID != nil && id == nil {
		return nil, jsonrpc.CodeInvalidRequest, "the id is neither a string nor a whole number up to 9007199254740991"
	}
	if _, err := jsonrpc.DecodeMessage(text); err != nil {
		return id, jsonrpc.CodeInvalidRequest, "the " + thing + " is not a message of JSON-RPC 2.0"
	}
	if e.Method != nil && e.Params != nil && e.Params[0] != '{' && string(e.Params) != "null" {
		return id, jsonrpc.CodeInvalidParams, "params is not an object"
	}
	return nil, 0, ""
}

// mostID is the largest number that the SDK repeats as it was: it keeps numbers in 53 bits.
const mostID = 1<<53 - 1

// goodID is an id that an answer can repeat, nil for another.
func goodID(id json.RawMessage) json.RawMessage {
	var text string
	var number int64
	if string(id) == "null" || json.Unmarshal(id, &text) != nil && json.Unmarshal(id, &number) != nil {
		return nil
	}
	if number < -mostID || number > mostID {
		return nil
	}
	return id
}

// refuse answers a line that is not handed over.
func (c *lineConnection) refuse(id json.RawMessage, code int64, what string) {
	_ = c.writeLine(refusal(id, code, what)) // the SDK meets the same fault with its next answer
}

// refusal is the answer to a message that is not handed over; nil stands for an id that is not known.
func refusal(id json.RawMessage, code int64, what string) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	text, _ := json.Marshal(struct { // an id that is good, and texts
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   jsonrpc.Error   `json:"error"`
	}{"2.0", id, jsonrpc.Error{Code: code, Message: what}})
	return text
}
