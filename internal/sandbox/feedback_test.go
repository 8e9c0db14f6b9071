package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/wire"
)

const feedbackPath = "/v1/feedback"

func TestFeedbackIsReceivedAndKept(t *testing.T) {
	for kept, dir := range map[string]string{"in memory": "", "in a file": filepath.Join(t.TempDir(), "state")} {
		r := newRig(t, Options{StateDir: dir})
		for _, body := range []string{
			`{"rating":5,"category":"flights","message":"quick\nand \u001b[31mred","version":"1.2.3"}`,
			`{"rating":1}`, `{"message":"✈","version":""}`,
		} {
			a := r.send(http.MethodPost, feedbackPath, body)
			if a.status != http.StatusAccepted || strings.TrimSpace(string(a.body)) != `{"status":"received"}` {
				t.Errorf("%s: status %d: %s", body, a.status, a.body)
			}
			r.advance(time.Second)
		}
		got, err := r.Feedback()
		want := []FeedbackEntry{
			{At: morning, Subject: "sample-ada", Rating: new(5), Category: new("flights"), Message: new("quick\nand \x1b[31mred"), Version: new("1.2.3")},
			{At: morning.Add(time.Second), Subject: "sample-ada", Rating: new(1)},
			{At: morning.Add(2 * time.Second), Subject: "sample-ada", Message: new("✈"), Version: new("")},
		}
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", kept, err, diff)
		}
	}
}

func TestNoFeedbackIsAnEmptyList(t *testing.T) {
	for _, dir := range []string{"", filepath.Join(t.TempDir(), "state")} {
		if got, err := newRig(t, Options{StateDir: dir}).Feedback(); err != nil || len(got) != 0 {
			t.Errorf("%q: %v, %v", dir, got, err)
		}
	}
}

func TestFeedbackNeedsARatingOrAMessage(t *testing.T) {
	r := newRig(t, Options{})
	for _, body := range []string{`{}`, `{"category":"hotels"}`, `{"version":"1"}`, `{"category":"other","version":"1"}`} {
		a := r.send(http.MethodPost, feedbackPath, body)
		if p := a.problem(t); a.status != http.StatusBadRequest || *p.Detail != "The body has neither rating nor message; send at least one of them." {
			t.Errorf("%s: status %d: %s", body, a.status, a.body)
		}
	}
	if got, err := r.Feedback(); err != nil || len(got) != 0 {
		t.Errorf("refused feedback was kept: %v, %v", got, err)
	}
}

func TestFeedbackIsRefusedAsAnIndependentValidatorRefusesIt(t *testing.T) {
	r := newRig(t, Options{})
	for _, body := range []string{
		`{"rating":0}`, `{"rating":6}`, `{"rating":1.5}`, `{"rating":"5"}`, `{"rating":null}`, `{"rating":5.0}`, `{"rating":true}`,
		`{"rating":null,"message":"x"}`, `{"message":""}`, `{"message":1}`, `{"message":null,"rating":1}`,
		`{"message":"` + strings.Repeat("é", 2000) + `"}`, `{"message":"` + strings.Repeat("é", 2001) + `"}`,
		`{"rating":1,"category":"trains"}`, `{"rating":1,"category":""}`, `{"rating":1,"category":"Flights"}`, `{"rating":1,"category":"other"}`,
		`{"rating":1,"version":"` + strings.Repeat("1", 50) + `"}`, `{"rating":1,"version":"` + strings.Repeat("1", 51) + `"}`,
		`{"rating":1,"email":"a@example.com"}`, `{"category":"other"}`, `{}`, `[]`, `null`, `"x"`, `{"rating":1`,
	} {
		r.agree(t, http.MethodPost, feedbackPath, body)
	}
}

func TestFeedbackNeedsAToken(t *testing.T) {
	if a := newRig(t, Options{}).send(http.MethodPost, feedbackPath, `{"rating":1}`, "Authorization: "); a.status != http.StatusUnauthorized {
		t.Errorf("status %d: %s", a.status, a.body)
	}
}

// TestTheSenderIsNotToldOfAFullDisk stands for every failure of the storage:
// the contract promises that the answer does not wait for it.
func TestTheSenderIsNotToldOfAFullDisk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	r := newRig(t, Options{StateDir: dir})
	if err := os.Mkdir(filepath.Join(dir, feedbackFile), 0o700); err != nil { // no file can be written there
		t.Fatal(err)
	}
	a := r.send(http.MethodPost, feedbackPath, `{"rating":1}`)
	if got := decode[wire.FeedbackReceived](t, a); a.status != http.StatusAccepted || got.Status != wire.FeedbackReceivedStatusReceived {
		t.Errorf("status %d: %s", a.status, a.body)
	}
	if _, err := r.Feedback(); err == nil || !strings.Contains(err.Error(), "read feedback") {
		t.Errorf("listing it: %v", err)
	}
}

func TestTheFileIsForItsOwnerAndHasALineForEach(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	r := newRig(t, Options{StateDir: dir})
	r.send(http.MethodPost, feedbackPath, `{"message":"one\ntwo\u2028three"}`)
	text, err := os.ReadFile(filepath.Join(dir, feedbackFile))
	want := `{"at":"2026-11-21T08:30:00Z","subject":"sample-ada","message":"one\ntwo\u2028three"}` + "\n"
	if err != nil || string(text) != want {
		t.Errorf("%q, %v; want %q", text, err, want)
	}
	info, err := os.Stat(filepath.Join(dir, feedbackFile))
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

func TestALineCutOffByACrashLosesNoOther(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	r := newRig(t, Options{StateDir: dir})
	r.send(http.MethodPost, feedbackPath, `{"rating":1}`)
	file := filepath.Join(dir, feedbackFile)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range whole {
		if err := os.WriteFile(file, append(slices.Clip(whole), whole[:cut]...), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := r.service.feedback.box.add(t.Context(), FeedbackEntry{At: morning, Subject: "b", Rating: new(2)}); err != nil {
			t.Fatal(err)
		}
		got, err := r.Feedback()
		if err != nil || len(got) < 2 || got[0].Subject != "sample-ada" || got[len(got)-1].Subject != "b" {
			t.Errorf("cut at %d: %v, %v", cut, got, err)
		}
	}
}

func TestOldFeedbackGoesWhenThereIsTooMuch(t *testing.T) {
	for _, box := range []*feedbackBox{newFeedbackBox(""), newFeedbackBox(t.TempDir())} {
		message := strings.Repeat("<", 2000) // 12 kB as JSON
		const sent = 200
		for i := range sent {
			if err := box.add(t.Context(), FeedbackEntry{At: morning, Subject: fmt.Sprint(i), Message: &message}); err != nil {
				t.Fatal(err)
			}
			if box.path == "" && len(box.memory) > maxFeedback {
				t.Fatalf("%d bytes in memory", len(box.memory))
			}
		}
		got, err := box.entries()
		if err != nil || len(got) < 20 || len(got) >= sent {
			t.Fatalf("%d entries, %v", len(got), err)
		}
		for i, e := range got { // the latest, none lost between them
			if want := fmt.Sprint(sent - len(got) + i); e.Subject != want {
				t.Errorf("entry %d is %s, want %s", i, e.Subject, want)
			}
		}
		if box.path == "" {
			continue
		}
		info, err := os.Stat(box.path)
		if err != nil || info.Size() > maxFeedback || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
	}
}

func TestSandboxesThatShareAStateLoseNoFeedback(t *testing.T) {
	dir := t.TempDir()
	const writers, each = 4, 25
	var all sync.WaitGroup
	for w := range writers {
		box := newFeedbackBox(dir)
		all.Go(func() {
			for i := range each {
				if err := box.add(t.Context(), FeedbackEntry{At: morning, Subject: fmt.Sprint(w, i), Rating: new(3)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	got, err := newFeedbackBox(dir).entries()
	if err != nil || len(got) != writers*each {
		t.Errorf("%d entries, %v; want %d", len(got), err, writers*each)
	}
}

// TestTheLongestFeedbackFits holds the bound that the file's size relies on.
func TestTheLongestFeedbackFits(t *testing.T) {
	line, err := json.Marshal(FeedbackEntry{At: morning, Subject: "sample-ada", Rating: new(5), Category: new("flights"),
		Message: new(strings.Repeat("\u2028", 2000)), Version: new(strings.Repeat("<", 50))})
	if err != nil || len(line) > 13<<10 {
		t.Errorf("%d bytes, %v", len(line), err)
	}
}

// FuzzFeedbackFile adds to a file of any content: what is listed ends with what
// was added, and nothing makes the list fail.
func FuzzFeedbackFile(f *testing.F) {
	f.Add([]byte(`{"at":"2026-11-21T08:30:00Z","subject":"a","rating":5}` + "\n"))
	f.Add([]byte(`{"at":"2026-11-21T08:30:00Z","sub`))
	f.Add([]byte("\n\n[]\nnull\n{\"at\":1}\n\x00\xff"))
	f.Add([]byte(strings.Repeat("x", maxFeedback)))
	f.Fuzz(func(t *testing.T, content []byte) {
		box := newFeedbackBox(t.TempDir())
		if err := os.WriteFile(box.path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		added := FeedbackEntry{At: morning, Subject: "last", Rating: new(4)}
		if err := box.add(t.Context(), added); err != nil {
			t.Fatal(err)
		}
		got, err := box.entries()
		if err != nil || len(got) == 0 || !cmp.Equal(got[len(got)-1], added) {
			t.Errorf("%v, %v", got, err)
		}
	})
}
