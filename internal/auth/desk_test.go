package auth

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
)

// desk is a client in a directory of its own, with a file store and what it told the person.
type desk struct {
	*Client
	dir     string
	notices *transcript
}

// transcript keeps what a person was told, and lets a test wait for a line.
type transcript struct {
	mu   sync.Mutex
	more sync.Cond
	text strings.Builder
}

func newTranscript() *transcript {
	n := new(transcript)
	n.more.L = &n.mu
	return n
}

// line waits for a whole line that holds a word with this prefix, and returns the word.
func (n *transcript) line(prefix string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	for {
		for line := range strings.Lines(n.text.String()) {
			_, after, ok := strings.Cut(line, prefix)
			if ok && strings.HasSuffix(line, "\n") {
				return prefix + strings.Fields(after + " ")[0]
			}
		}
		n.more.Wait()
	}
}

func (n *transcript) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.more.Broadcast()
	return n.text.Write(p)
}

func (n *transcript) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}

func newDesk(t *testing.T, s Settings, change ...func(*Options)) *desk {
	t.Helper()
	d := &desk{dir: t.TempDir(), notices: newTranscript()}
	o := Options{Store: File(d.dir + "/store"), LockDir: d.dir + "/lock", Notices: d.notices}
	for _, f := range change {
		f(&o)
	}
	d.Client = New(s, o)
	return d
}

// browse visits an address as a browser does and follows where it leads.
func browse(t *testing.T) func(string) error {
	t.Helper()
	return func(address string) error {
		resp, err := http.Get(address)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}
}

// login signs in and fails the test if that does not work.
func (d *desk) login(t *testing.T) Account {
	t.Helper()
	account, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
	if err != nil {
		t.Fatalf("login: %v", err)
	}
	return account
}

// age makes the stored login look as if its access token had ended long ago.
func (d *desk) age(t *testing.T) {
	t.Helper()
	l, err := d.vault.load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	l.head.Issued -= 100_000
	l.head.Expires -= 100_000
	if _, err := d.vault.save(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	d.session.forget()
}

// stored returns everything the store holds, by entry.
func (d *desk) stored(t *testing.T) map[string]string {
	t.Helper()
	return entries(t, d.dir+"/store")
}

// sortedKeys names the entries of a store.
func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
