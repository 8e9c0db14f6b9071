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

	read  chan jsonrpc.Message
	ended chan struct{} // closed when the input has ended and every request is answered

	once   sync.Once
	closed chan struct{}

	writing chan struct{} // semaphore for writing to out
	mu      sync.Mutex    // guards open and left
	open    map[any]bool  // unanswered requests; false if cancelled
	left    int           // answers not yet written
	quiet   chan struct{} // signals that no request is open
}

func newLines(in io.Reader, out io.Writer, drain time.Duration) *lines {
	return &lines{
		in: in, out: out, drain: drain, late: make(chan struct{}), read: make(chan jsonrpc.Message), ended: make(chan struct{}),
		closed: make(chan struct{}), open: map[any]bool{}, quiet: make(chan struct{}, 1), writing: make(chan struct{}, 1),
	}
}

// Connect implements [mcp.Transport].
func (c *lines) Connect(context.Context) (mcp.Connection, error) {
	go c.readLines()
	return c, nil
}

// SessionID implements [mcp.Connection].
func (c *lines) SessionID() string { return "" }

// Close implements [mcp.Connection].
func (c *lines) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// Read implements [mcp.Connection].
func (c *lines) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case message := <-c.read:
		return message, nil
	case <-c.ended:
		return nil, io.EOF
	case <-c.closed:
		return nil, io.EOF
	case <-c.late:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write implements [mcp.Connection].
func (c *lines) Write(ctx context.Context, message jsonrpc.Message) error {
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
	c.mu.Lock()
	wanted, open := c.open[answer.ID.Raw()]
	delete(c.open, answer.ID.Raw()) // the client may use the id again
	c.mu.Unlock()
	if wanted || !open { // a client does not wait for the answer to a call that it cancelled
		err = c.writeLine(text)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left--; c.left <= 0 {
		select {
		case c.quiet <- struct{}{}:
		default:
		}
	}
	return err
}

// writeLine writes a message in one write.
func (c *lines) writeLine(text []byte) error {
	c.writing <- struct{}{}
	defer func() { <-c.writing }()
	_, err := c.out.Write(append(text, '\n'))
	return err
}

// readLines passes on the messages of the input until it ends, and waits for their answers.
func (c *lines) readLines() {
	defer close(c.ended)
	from := bufio.NewReaderSize(c.in, 64<<10)
	late := time.AfterFunc(c.drain, func() { close(c.late) }) // runs while it is not reading
	for err := error(nil); err == nil; {
		late.Stop()
		var line []byte
		line, err = readLine(from)
		late.Reset(c.drain)
		if errors.Is(err, errLongLine) {
			c.refuse(refusal(nil, jsonrpc.CodeInvalidRequest, err.Error()))
			err = nil
			continue
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if message, refused := parse(line, "line"); refused != nil {
			c.refuse(refused)
		} else if !c.handOver(message) {
			return
		}
	}
	for {
		c.mu.Lock()
		left := c.left
		c.mu.Unlock()
		if left <= 0 {
			return
		}
		select {
		case <-c.quiet:
		case <-c.late:
			return
		case <-c.closed:
			return
		}
	}
}

// refuse answers a line that is not passed on.
func (c *lines) refuse(refused []byte) {
	_ = c.writeLine(refused) // the SDK will meet the same error with its next answer
}

// handOver passes a message to the reader. It returns false if the connection was closed.
func (c *lines) handOver(message jsonrpc.Message) bool {
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
			text := fmt.Sprintf("the id %v is that of a request that has no answer yet; give each its own", request.ID.Raw())
			c.refuse(refusal(nil, jsonrpc.CodeInvalidRequest, text))
			return true
		}
	case ok && request.Method == "notifications/cancelled":
		var cancelled struct {
			RequestID any `json:"requestId"`
		}
		_ = json.Unmarshal(request.Params, &cancelled) // no id cancels nothing
		if id, err := jsonrpc.MakeID(cancelled.RequestID); err == nil {
			c.mu.Lock()
			if c.open[id.Raw()] {
				c.open[id.Raw()] = false
			}
			c.mu.Unlock()
		}
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

// mostID is the largest number that the SDK repeats exactly; it stores numbers in 53 bits.
const mostID = 1<<53 - 1

// parse decodes a message, or returns the answer to one that is invalid. thing names its container, such as "line".
func parse(text []byte, thing string) (message jsonrpc.Message, refused []byte) {
	switch {
	case !utf8.Valid(text):
		return nil, refusal(nil, jsonrpc.CodeParseError, "the "+thing+" is not UTF-8")
	case !json.Valid(text):
		return nil, refusal(nil, jsonrpc.CodeParseError, "the "+thing+" is not JSON")
	}
	text = bytes.TrimSpace(text)
	switch text[0] {
	case '{':
	case '[':
		return nil, refusal(nil, jsonrpc.CodeInvalidRequest, "batches are not taken; send each message in a "+thing+" of its own")
	default:
		return nil, refusal(nil, jsonrpc.CodeInvalidRequest, "the "+thing+" is not a message")
	}
	var e envelope
	err := json.Unmarshal(text, &e)
	var word string
	var number int64
	id := e.ID // that an answer can repeat
	known := json.Unmarshal(id, &word) == nil || json.Unmarshal(id, &number) == nil
	if !known || string(id) == "null" || number < -mostID || number > mostID {
		id = nil
	}
	if err == nil && e.ID != nil && id == nil {
		return nil, refusal(nil, jsonrpc.CodeInvalidRequest, "the id is neither a string nor a whole number up to 9007199254740991")
	}
	message, err = jsonrpc.DecodeMessage(text)
	if err != nil {
		return nil, refusal(id, jsonrpc.CodeInvalidRequest, "the "+thing+" is not a message of JSON-RPC 2.0")
	}
	if e.Method != nil && e.Params != nil && e.Params[0] != '{' && string(e.Params) != "null" {
		return nil, refusal(id, jsonrpc.CodeInvalidParams, "params is not an object")
	}
	return message, nil
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
