package apiclient

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
)

// hostile serves one handler and returns the error of each class.
func hostile(t *testing.T, handler http.HandlerFunc) [classes]error {
	t.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	client, err := New(Options{BaseURL: server.URL, Wait: noWait})
	if err != nil {
		t.Fatal(err)
	}
	var got [classes]error
	for c := range classes {
		got[c] = operationOf(c)(t.Context(), client)
	}
	return got
}

// gigabyte writes the block of 1 MiB until 1 GiB is written or a write fails.
func gigabyte(w io.Writer, block []byte) {
	for range 1 << 10 {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

// hugeAnswer answers any operation but a feedback with success and the given body.
func hugeAnswer(encoding string, body func(io.Writer)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if encoding != "" {
			w.Header().Set("Content-Encoding", encoding)
		}
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusCreated)
		}
		body(w)
	}
}

// T31, F10: however a body grows, memory and time stay bounded.
func TestHugeBodiesAreCutOff(t *testing.T) {
	block := make([]byte, 1<<20)
	var packed bytes.Buffer // gzip members may follow one another
	packer := gzip.NewWriter(&packed)
	_, err := packer.Write(block)
	if err := errors.Join(err, packer.Close()); err != nil {
		t.Fatal(err)
	}
	for name, handler := range map[string]http.HandlerFunc{
		"plain":     hugeAnswer("", func(w io.Writer) { gigabyte(w, block) }),
		"gzip bomb": hugeAnswer("gzip", func(w io.Writer) { gigabyte(w, packed.Bytes()) }),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got := hostile(t, handler)
			runtime.ReadMemStats(&after)
			for c, err := range got {
				want := failed(TooLarge)
				if class(c) == feedback {
					want = failed(UnexpectedStatus) // 201 is not a valid status for a feedback
				}
				if named(err) != want {
					t.Errorf("class %d: %v", c, err)
				}
			}
			if perCall := (after.TotalAlloc - before.TotalAlloc) / uint64(classes); perCall > 96<<20 {
				t.Errorf("%d MiB allocated by a call", perCall>>20)
			}
		})
	}
}

// A small body must not expand into gigabytes or a deep stack.
func TestStructureIsBounded(t *testing.T) {
	tests := map[string]string{
		"many objects": `{"results":[` + strings.Repeat("{},", maxContainers) + `{}]}`,
		"many values":  `{"results":[` + strings.Repeat("1,", maxValues+1) + `1]}`,
		"deep arrays":  strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1),
		"deep objects": strings.Repeat(`{"a":`, 1<<20) + "1" + strings.Repeat("}", 1<<20),
	}
	for name, body := range tests {
		if simpleEnough([]byte(body)) {
			t.Errorf("%s: passed", name)
		}
	}
	for _, body := range []string{"", `"`, `"\`, flightResultsBody, `{"a":"` + strings.Repeat("[{,", maxValues) + `\""}`} {
		if !simpleEnough([]byte(body)) {
			t.Errorf("%.40q: refused", body)
		}
	}
}

// An endless header is an unusable answer, and leaves a create in doubt.
func TestHeaderBombIsCutOff(t *testing.T) {
	got := hostile(t, func(w http.ResponseWriter, _ *http.Request) {
		for i := range 400 {
			w.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("a", 1024))
		}
	})
	for c, err := range got {
		inDoubt := class(c) == create || class(c) == feedback
		if named(err) != failed(Malformed) || MaybeCreated(err) != inDoubt {
			t.Errorf("class %d: %v", c, err)
		}
	}
}

// A problem over its bound is ignored except for its status.
func TestHugeProblemCountsByItsStatus(t *testing.T) {
	got := hostile(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, `{"code":"not_found","title":"`+strings.Repeat("x", maxProblemBytes)+`"}`)
	})
	for c, err := range got {
		if named(err) != refused(404, "") {
			t.Errorf("class %d: %v", c, err)
		}
	}
}
