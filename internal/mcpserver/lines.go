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

// maxLine is the size limit of a message in bytes, far above any that clients send.
const maxLine = 4 << 20

// lines is a transport over two streams with one message per line. Unlike the SDK's, it answers a line that is not
// a message with an error and continues, and at the end of its input it waits for the pending answers.
type lines struct {
	in    io.Reader
	out   io.Writer
	drain time.Duration // how long to continue once reading has stopped
	// late is closed when drain has passed. The deadline covers both ends of the pipe: reading stops at the end of
	// the input, and also when a client takes no answers, in which case the end of the input cannot be seen.
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
	ended chan struct{} // closed at the end of the input

	once   sync.Once
	closed chan struct{}

	writing chan struct{} // semaphore for writing to out
	mu      sync.Mutex    // guards open and left
	open    map[any]bool  // unanswered requests; false if cancelled
	left    int           // answers not yet written
	quiet   chan struct{} // signals that no request is open
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

// drained waits until every request is answered and returns io.EOF.
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

// close frees the id of a request and reports whether its answer is wanted. A client does not wait for the answer
// to a cancelled call.
func (c *lineConnection) close(id jsonrpc.ID) (wanted bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	wanted, open := c.open[id.Raw()]
	delete(c.open, id.Raw())
	return wanted || !open
}

// cancel marks a request whose answer is no longer wanted.
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

// writeLine writes a message in one write.
func (c *lineConnection) writeLine(text []byte) error {
	c.writing <- struct{}{}
	defer func() { <-c.writing }()
	_, err := c.out.Write(append(text, '\n'))
	return err
}

// readLines passes on the messages of the input until it ends. The timer runs while it is not reading.
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

// handOver passes a message to the reader. It returns false if the connection was closed.
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

// readLine reads a line without its line ending. It consumes a line that is too long and returns errLongLine.
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

// envelope has the members that must be valid for the SDK to answer a message properly.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method any             `json:"method"`
	Params json.RawMessage `json:"params"`
}

// decode decodes a message. It answers an invalid one with an error and returns nil.
func (c *lineConnection) decode(line []byte) jsonrpc.Message {
	if id, code, what := wrong(line, "line"); what != "" {
		c.refuse(id, code, what)
		return nil
	}
	message, err := jsonrpc.DecodeMessage(bytes.TrimSpace(line))
	if err != nil { // already checked by wrong
		return nil
	}
	return message
}

// wrong describes what is wrong with a message, for the answer to it: its id if that can be repeated, a code and a
// text, which is "" if nothing is wrong. thing names the container of the message, such as "line".
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

// mostID is the largest number that the SDK repeats exactly; it stores numbers in 53 bits.
const mostID = 1<<53 - 1

// goodID returns an id that an answer can repeat, or nil for any other.
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

// refuse answers a line that is not passed on.
func (c *lineConnection) refuse(id json.RawMessage, code int64, what string) {
	_ = c.writeLine(refusal(id, code, what)) // the SDK will meet the same error with its next answer
}

// refusal returns the error response to a message that is not passed on. A nil id means that it is unknown.
func refusal(id json.RawMessage, code int64, what string) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	text, _ := json.Marshal(struct { // a valid id and strings cannot fail
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   jsonrpc.Error   `json:"error"`
	}{"2.0", id, jsonrpc.Error{Code: code, Message: what}})
	return text
}
