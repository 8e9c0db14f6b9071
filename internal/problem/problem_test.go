package problem

import (
	"errors"
	"strings"
	"testing"
)

// T38: a panic reports its location and, if it is the runtime's own, its message; any other text is hidden.
func TestAPanicBecomesAnErrorWithoutItsWords(t *testing.T) {
	var list []int
	var seen map[string]int
	for name, test := range map[string]struct {
		f    func() error
		want string
	}{
		"words":   {func() error { panic("canary-token") }, "a panic of type string"},
		"error":   {func() error { panic(errors.New("canary-token")) }, "a panic of type *errors.errorString"},
		"runtime": {func() error { list[len("five!")]++; return nil }, "index out of range [5] with length 0"},
		"nil map": {func() error { seen["canary-token"]++; return nil }, "assignment to entry in nil map"},
	} {
		err := Guarded(test.f)()
		m, ok := errors.AsType[*Mistake](err)
		if !ok || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !strings.Contains(m.Frames[0], ".TestAPanicBecomesAnErrorWithoutItsWords.func") || !strings.HasSuffix(strings.Split(m.Frames[0], ":")[0], "(problem_test.go") {
			t.Errorf("%s: the place is %s", name, m.Frames[0])
		}
		if text := strings.Join(append(m.Frames, err.Error()), "\n"); strings.Contains(text, "canary") || strings.Contains(text, "/tmp") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if err := Guarded(func() error { return errors.ErrUnsupported })(); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("an error became %v", err)
	}
}
