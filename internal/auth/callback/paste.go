package callback

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"travel.example/travel/internal/auth/foreign"
	"travel.example/travel/internal/auth/secret"
)

// maxPastes is how often an address that is not ours may be pasted.
const maxPastes = 3

// ReadPastes takes addresses that a person pastes, as if the browser had come there, until one belongs
// to this sign-in, three did not, or the input ends. serve comes first.
func (l *Loopback) ReadPastes(input io.Reader, notices io.Writer) {
	defer func() { // a panic would repeat what was pasted, and end the program
		if r := recover(); r != nil {
			l.deliver(Answer{Err: fmt.Errorf("read what was pasted: %s", secret.PanicWords(r))})
		}
	}()
	lines := bufio.NewScanner(input)
	lines.Buffer(make([]byte, 0, 4096), maxQuery+foreign.MaxURL)
	for tries := 0; lines.Scan(); {
		if lines.Text() == "" {
			continue
		}
		code, err := l.want.readPasted(lines.Text())
		if !errors.Is(err, ErrStateMismatch) {
			l.deliver(Answer{Code: code, Err: err})
			return
		}
		if tries++; tries == maxPastes {
			l.deliver(Answer{Err: ErrStateMismatch})
			return
		}
		fmt.Fprintf(notices, "That address does not belong to this sign-in. The right one starts with %s.\n", l.RedirectURI())
	}
}
