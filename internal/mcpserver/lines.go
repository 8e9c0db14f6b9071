package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
	drain time.Duration // the longest wait for answers after the end of the input
}

// Connect implements [mcp.Transport].
func (l lines) Connect(context.Context) (mcp.Connection, error) {
	c := &lineConnection{
		out: l.out, drain: l.drain, read: make(chan jsonrpc.Message), ended: make(chan struct{}), closed: make(chan struct{}),
		open: map[any]bool{}, quiet: make(chan struct{}, 1),
	}
	go c.readLines(l.in)
	return c, nil
}

type lineConnection struct {
	out   io.Writer
	drain time.Duration
	read  chan jsonrpc.Message
	ended chan struct{} // the input is at its end

	once   sync.Once
	closed chan struct{}

	writing sync.Mutex // over out
	mu      sync.Mutex // over open
	open    map[any]bool
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
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// drained waits until every request is answered, and is the end of the input.
func (c *lineConnection) drained(ctx context.Context) error {
	late := time.NewTimer(c.drain)
	defer late.Stop()
	for !c.isQuiet() {
		select {
		case <-c.quiet:
		case <-late.C:
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
	return len(c.open) == 0
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
	err = c.writeLine(text)
	if answer, ok := message.(*jsonrpc.Response); ok {
		c.answered(answer.ID)
	}
	return err
}

func (c *lineConnection) answered(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, id.Raw())
	if len(c.open) == 0 {
		select {
		case c.quiet <- struct{}{}:
		default:
		}
	}
}

// writeLine writes a message in one piece.
func (c *lineConnection) writeLine(text []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.out.Write(append(text, '\n'))
	return err
}

// readLines hands over the messages of the input until it ends.
func (c *lineConnection) readLines(in io.Reader) {
	defer close(c.ended)
	from := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := readLine(from)
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
	if request, ok := message.(*jsonrpc.Request); ok && request.ID.IsValid() {
		c.mu.Lock()
		c.open[request.ID.Raw()] = true
		c.mu.Unlock()
	}
	select {
	case c.read <- message:
		return true
	case <-c.closed:
		return false
	}
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
	ID json.RawMessage `json:"id"`
}

// decode reads a message. What is not one is answered with an error, and nil.
func (c *lineConnection) decode(line []byte) jsonrpc.Message {
	if !utf8.Valid(line) {
		c.refuse(nil, jsonrpc.CodeParseError, "the line is not UTF-8")
		return nil
	}
	if !json.Valid(line) {
		c.refuse(nil, jsonrpc.CodeParseError, "the line is not JSON")
		return nil
	}
	line = bytes.TrimSpace(line)
	if line[0] != '{' {
		what := "the line is not a message"
		if line[0] == '[' {
			what = "batches are not taken; send each message in a line of its own"
		}
		c.refuse(nil, jsonrpc.CodeInvalidRequest, what)
		return nil
	}
	var e envelope
	err := json.Unmarshal(line, &e)
	id := goodID(e.ID)
	if err == nil && e.ID != nil && id == nil {
		c.refuse(nil, jsonrpc.CodeInvalidRequest, "the id is neither a string nor a whole number up to 9007199254740991")
		return nil
	}
	message, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		c.refuse(id, jsonrpc.CodeInvalidRequest, "the line is not a message of JSON-RPC 2.0")
		return nil
	}
	return message
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
	if id == nil {
		id = json.RawMessage("null")
	}
	text, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   jsonrpc.Error   `json:"error"`
	}{"2.0", id, jsonrpc.Error{Code: code, Message: what}})
	if err == nil {
		_ = c.writeLine(text) // the SDK meets the same fault with its next answer
	}
}
