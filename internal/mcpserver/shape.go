package mcpserver

import (
	"encoding/json"

	"travel.example/travel/internal/desk"
)

// Look says how much of an answer is wanted.
type Look struct {
	Whole bool // every byte of the body
}

// shape makes the two halves of an answer to an operation.
func shape(answer desk.Answer[any], _ Look) (Result, error) {
	body, err := desk.JoinPages(answer.Bodies, answer.Rows)
	if err != nil {
		return Result{}, err
	}
	structured, err := withMeta(body, answer.Meta)
	return Result{Text: string(structured), Structured: structured}, err
}

// withMeta adds the member travel to a body, whose bytes stay as they are.
func withMeta(body []byte, meta desk.Meta) (json.RawMessage, error) {
	text, err := json.Marshal(meta)
	if err != nil {
		return nil, err
	}
	end := len(body) - 1
	for end > 0 && body[end] != '}' {
		end--
	}
	if end <= 0 { // such as an answer that has no body
		return append(append([]byte(`{"travel":`), text...), '}'), nil
	}
	joined := append([]byte(nil), body[:end]...)
	if last := lastByte(joined); last != '{' {
		joined = append(joined, ',')
	}
	joined = append(append(joined, `"travel":`...), text...)
	return append(joined, '}'), nil
}

// lastByte is the last byte that is not space.
func lastByte(text []byte) byte {
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ' ', '\n', '\r', '\t':
		default:
			return text[i]
		}
	}
	return 0
}
