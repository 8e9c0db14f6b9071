package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxMessage is the size limit of a message in bytes, far above any that clients send.
const maxMessage = 4 << 20

// lines is the output to a client with one message per line, and a filter for its input. The SDK's transport ends at
// the first line that is not a message, and drops pending calls at the end of the input.
type lines struct {
	out io.Writer

	writing  chan struct{} // held while one message is written
	mu       sync.Mutex
	open     map[jsonrpc.ID]bool // ids of the requests that have no answer yet; false if cancelled
	answered chan struct{}       // signals that one of them was answered
	// late is closed when nothing was read for the time limit of a call after a line, or after the end of the input: a
	// client that does not read its answers also blocks the lines behind them.
	late chan struct{}
}

// transport returns the SDK's transport over a filtered input.
func (l *lines) transport(ctx context.Context, in io.Reader) (t mcp.Transport, stop func()) {
	from, to := io.Pipe()
	go func() { _ = to.CloseWithError(l.filter(ctx, in, to)) }()
	return &mcp.IOTransport{Reader: from, Writer: l, MaxLineLength: -1}, func() { _ = from.Close() }
}

// filter passes on the messages of the input and answers other lines with an error. At the end of the input it waits
// for the pending answers, within the time limit of a call.
func (l *lines) filter(ctx context.Context, in io.Reader, to io.Writer) error {
	input := bufio.NewReaderSize(in, 64<<10)
	late := time.AfterFunc(callLimit, sync.OnceFunc(func() { close(l.late) }))
	var ended error
	for ended == nil {
		late.Stop()
		var line []byte
		line, ended = readLine(input)
		late.Reset(callLimit)
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		message, refused := decode(line)
		if refused != nil {
			if _, err := l.Write(refused); err != nil {
				return err
			}
			continue
		}
		if request, ok := message.(*jsonrpc.Request); ok {
			l.opened(request)
		}
		if _, err := to.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	for l.pending() > 0 {
		select {
		case <-l.answered:
		case <-l.late:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
	return ended
}

// readLine reads a line. It reads one that is too long to its end, and returns the beginning.
func readLine(from *bufio.Reader) (line []byte, err error) {
	for {
		part, err := from.ReadSlice('\n')
		line = append(line, part[:min(len(part), maxMessage+1-len(line))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// opened records a request that expects an answer, or that a client no longer waits for one.
func (l *lines) opened(request *jsonrpc.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if request.ID.IsValid() {
		l.open[request.ID] = true
	}
	if request.Method == "notifications/cancelled" {
		var cancelled mcp.CancelledParams
		_ = json.Unmarshal(request.Params, &cancelled) // no id cancels nothing
		if id, err := jsonrpc.MakeID(cancelled.RequestID); err == nil && l.open[id] {
			l.open[id] = false
		}
	}
}

func (l *lines) pending() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.open)
}

// Write writes one message of the server. It drops the answer to a cancelled call, for which the client does not wait.
func (l *lines) Write(text []byte) (int, error) {
	l.writing <- struct{}{}
	defer func() { <-l.writing }()
	message, _ := jsonrpc.DecodeMessage(text)
	if answer, ok := message.(*jsonrpc.Response); ok {
		l.mu.Lock()
		wanted, open := l.open[answer.ID]
		l.mu.Unlock()
		if open {
			defer l.close(answer.ID)
		}
		if open && !wanted {
			return len(text), nil
		}
	}
	return l.out.Write(text)
}

// close records that a request is answered. The client may use its id again.
func (l *lines) close(id jsonrpc.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, id)
	select {
	case l.answered <- struct{}{}:
	default:
	}
}

// Close implements [io.Closer]. The output stays open.
func (l *lines) Close() error { return nil }

// decode decodes a line, or returns the error response to one that the SDK would end at or answer wrongly.
func decode(line []byte) (message jsonrpc.Message, refused []byte) {
	var answer struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   jsonrpc.Error   `json:"error"`
	}
	_ = json.Unmarshal(line, &answer) // for its id, if it has one
	var id any
	_ = json.Unmarshal(answer.ID, &id)
	number, isNumber := id.(float64)
	_, isText := id.(string)
	isWhole := isNumber && number == math.Trunc(number) && math.Abs(number) < 1<<53 // which the SDK repeats exactly
	hasID := isText || isWhole
	message, err := jsonrpc.DecodeMessage(line)
	wrong := jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest}
	switch {
	case len(line) > maxMessage:
		wrong.Message, hasID = "the message is longer than 4 MiB", false
	case !utf8.Valid(line) || !json.Valid(line):
		wrong = jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "the line is not JSON in UTF-8"}
		hasID = false
	case line[0] == '[':
		wrong.Message = "batches are not accepted; send each message on its own line"
	case answer.ID != nil && !hasID:
		wrong.Message = "the id is neither a string nor a whole number"
	case err != nil:
		wrong.Message = "the line is not a message of JSON-RPC 2.0"
	default:
		return message, nil
	}
	if !hasID {
		answer.ID = json.RawMessage("null")
	}
	answer.Version, answer.Error = "2.0", wrong
	text, _ := json.Marshal(answer) // texts and a valid id
	return nil, append(text, '\n')
}
