package weekends

import (
	"fmt"

	"travel.example/travel/internal/desk/weekends"
	"travel.example/travel/internal/ics"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// toStdout is the file name that means stdout.
const toStdout = "-"

// checkFile checks that a calendar can be written to the file of --ics and resolves its path. It rejects an
// existing file that travel did not make.
func (o *options) checkFile() (err error) {
	if o.file == "" || o.file == toStdout {
		return nil
	}
	if o.where, _, err = store.Target(o.file, store.Mark{Near: ics.Product}); err != nil {
		return problem.Usagef("--ics %s cannot be written: %v", words.Quote(o.file), err).
			Advise("give the path of a new file, such as weekends.ics, or - for stdout")
	}
	return nil
}

// checkStdout rejects two answers on stdout.
func (o *options) checkStdout() error {
	if o.file == toStdout && o.Out().Format() != render.FormatText {
		return problem.Usagef("--ics - and another form of the answer both go to stdout; give --ics a file")
	}
	return nil
}

// write writes the long weekends as a calendar.
func (o *options) write(w weekends.Weekends) error {
	text := w.Calendar(o.Env.Now()).Text()
	if o.file == toStdout {
		_, err := o.Env.Stdout.Write(text)
		return err
	}
	if err := store.Replace(o.where, text); err != nil {
		return fmt.Errorf("write --ics %s: %s", words.Quote(o.file), store.Why(err))
	}
	o.Out().Notice("Wrote %s to %s.", words.Counted(len(w.Rows), "long weekend"), o.file)
	return nil
}
