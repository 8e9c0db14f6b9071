package config

import (
	"testing"

	"go.yaml.in/yaml/v3"

	"travel.example/travel/internal/problem"
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
		c := &contents{place: "file"}
		if err := c.parse([]byte(content)); err != nil {
			if problem.ClassOf(err) != problem.Usage {
				t.Errorf("%T: %v", err, err)
			}
			return
		}
		text, err := c.changed([]byte(content), func(root *yaml.Node) error {
			put(root, "EUR", "profiles", "p", "currency")
			return nil
		})
		if err != nil {
			return
		}
		again := &contents{place: "file"}
		if err := again.parse(text); err != nil {
			t.Fatalf("%v\nbefore:\n%s\nafter:\n%s", err, content, text)
		}
		if again.Profiles["p"]["currency"].Value != "EUR" {
			t.Errorf("the edit is lost\nbefore:\n%s\nafter:\n%s", content, text)
		}
	})
}
