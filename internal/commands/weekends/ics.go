package weekends

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"travel.example/travel/internal/desk/weekends"
	"travel.example/travel/internal/disk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/words"
)

// icsFile is a file that a calendar goes to, which can be written as far as is known.
type icsFile string

// toStdout is the name that stands for stdout.
const toStdout = "-"

func (f icsFile) stdout() bool { return f == toStdout }

// beginning is how each calendar begins.
const beginning = "BEGIN:VCALENDAR"

// calendarFile looks whether a calendar can be written to a file; nil where none is wanted. A file that
// is something else is left as it is.
func calendarFile(path string) (*icsFile, error) {
	f := icsFile(path)
	switch {
	case path == "":
		return nil, nil
	case f.stdout():
		return &f, nil
	}
	refuse := func(why string) error {
		return problem.UsageError{Text: fmt.Sprintf("--ics %s cannot be written: %s", words.Quote(path), why), Hint: "give the path of a new file, such as weekends.ics, or - for stdout"}
	}
	if dir, err := os.Stat(filepath.Dir(path)); err != nil {
		return nil, refuse(disk.Why(err))
	} else if !dir.IsDir() {
		return nil, refuse("it is not in a directory")
	}
	info, err := os.Stat(path)
	switch {
	case os.IsNotExist(err):
	case err != nil:
		return nil, refuse(disk.Why(err))
	case !info.Mode().IsRegular():
		return nil, refuse("it is not a file")
	default:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, refuse(disk.Why(err))
		}
		if f = icsFile(path); info.Size() > 0 && !isCalendar(path) {
			return nil, refuse("it is there already, and is not a calendar")
		}
	}
	if err := disk.Try(filepath.Dir(path), func(string) error { return nil }); err != nil {
		return nil, refuse(err.Error())
	}
	return &f, nil
}

func isCalendar(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	start := make([]byte, len(beginning))
	n, _ := io.ReadFull(file, start)
	return strings.EqualFold(string(start[:n]), beginning)
}

// checkStdout refuses two answers on stdout.
func (o *options) checkStdout() error {
	if o.file == toStdout && o.out.Format() != render.FormatText {
		return problem.UsageError{Text: "--ics - and another form of the answer both go to stdout; give --ics a file"}
	}
	return nil
}

// write writes the long weekends as a calendar.
func (o *options) write(file *icsFile, w weekends.Weekends) error {
	text := w.Calendar(o.now()).Text()
	if file.stdout() {
		_, err := o.stdout.Write(text)
		return err
	}
	if err := disk.Replace(string(*file), text); err != nil {
		return fmt.Errorf("write --ics %s: %s", words.Quote(o.file), disk.Why(err))
	}
	o.out.Notice("Wrote %s to %s.", words.Counted(len(w.Rows), "long weekend"), o.file)
	return nil
}
