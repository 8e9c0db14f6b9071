package config

import (
	"errors"
	"testing"
)

// Whatever the file holds, reading it gives a configuration or a printable mistake, and an edit of
// what can be read can be read again.
func FuzzDocument(f *testing.F) {
	f.Add(twoProfiles)
	f.Add("profiles: {a: {currency: EUR}}")
	f.Add("# only\n")
	f.Add("a: &a [*a]\n? {x: y}\n: z\n")
	f.Add("profiles:\n  ? [a]\n  : b\n")
	f.Add("profile: !!binary aGk=\nprofiles: !!set {a}")
	f.Fuzz(func(t *testing.T, content string) {
		doc, err := parseDocument([]byte(content), "file")
		if err != nil {
			if _, ok := errors.AsType[*Error](err); !ok {
				t.Errorf("%T: %v", err, err)
			}
			return
		}
		setScalar(child(child(doc.root, "profiles"), "p"), "currency", "EUR")
		text, err := doc.text()
		if err != nil {
			return
		}
		again, err := parseDocument(text, "file")
		if err != nil {
			t.Fatalf("%v\nbefore:\n%s\nafter:\n%s", err, content, text)
		}
		if node := member(member(member(again.root, "profiles"), "p"), "currency"); node == nil || node.Value != "EUR" {
			t.Errorf("the edit is lost\nbefore:\n%s\nafter:\n%s", content, text)
		}
	})
}
