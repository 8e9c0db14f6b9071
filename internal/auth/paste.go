package auth

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// maxPastes is how often an address that is not ours may be pasted.
const maxPastes = 3

// readPastes takes addresses that a person pastes, as if the browser had come there, until one belongs
// to this sign-in, three did not, or the input ends. serve comes first.
func (l *loopback) readPastes(input io.Reader, notices io.Writer) {
	defer func() { // a panic would repeat what was pasted, and end the program
		if r := recover(); r != nil {
			l.deliver(answer{err: fmt.Errorf("read what was pasted: %s", panicWords(r))})
		}
	}()
	lines := bufio.NewScanner(input)
	lines.Buffer(make([]byte, 0, 4096), maxQuery+maxURL)
	for tries := 0; lines.Scan(); {
		if lines.Text() == "" {
			continue
		}
		code, err := l.want.readPasted(lines.Text())
		if !errors.Is(err, ErrStateMismatch) {
			l.deliver(answer{code: code, err: err})
			return
		}
		if tries++; tries == maxPastes {
			l.deliver(answer{err: ErrStateMismatch})
			return
		}
		fmt.Fprintf(notices, "That address does not belong to this sign-in. It starts with %s?\n", l.redirectURI())
	}
}
