package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"travel.example/travel/api"
)

// TestJSONIsTheServicesOwnBody holds --json to its promise for every operation:
// what is printed equals what the service sent except the member "travel",
// with every number's digits, the order of the members, and the members that no
// contract of today knows. The same request through travel api gives the same
// bytes again.
func TestJSONIsTheServicesOwnBody(t *testing.T) {
	tr := newTraveler(t)
	tr.wire.change = addUnknown
	seen := map[string]bool{}
	compared := 0
	tr.walkJourney([]string{"--json"}, func(line, operation, stdout string, passed []exchange) {
		last := passed[len(passed)-1]
		if last.operation != operation {
			t.Fatalf("travel %s ended with %s, want %s", line, last.operation, operation)
		}
		if err := sameBody(stdout, last.answered); err != nil {
			t.Errorf("travel %s --json is not the body of %s %s: %v", line, last.method, last.uri, err)
		}
		tr.rawAgain(last)
		seen[operation] = true
		compared++
	})
	for i := range api.Operations {
		if id := api.Operations[i].ID; !seen[id] {
			t.Errorf("no step of the journey ends with %s", id)
		}
	}
	t.Logf("%d bodies of %d operations compared, each twice", compared, len(seen))
}

// rawAgain sends the very request again by travel api. The answer must be what
// the service sent, byte for byte; of a read also what it sent before.
func (tr *traveler) rawAgain(before exchange) exchange {
	tr.t.Helper()
	args := []string{"api", before.method, before.uri}
	if len(before.sent) > 0 {
		args, tr.stdin = append(args, "--input", "-"), string(before.sent)
	}
	stdout := tr.ok(args...)
	tr.stdin = ""
	passed := tr.wire.take()
	last := passed[len(passed)-1]
	if !sameRequest(tr.t, before, last) {
		tr.t.Errorf("travel api sent %s %s %s, want what was sent before: %s %s", last.method, last.uri, last.sent, before.uri, before.sent)
	}
	if stdout != string(last.answered) {
		tr.t.Errorf("travel %s prints other bytes than the service sent", strings.Join(args, " "))
	}
	if before.method == "GET" && !bytes.Equal(last.answered, before.answered) {
		tr.t.Errorf("%s answers something else at the same time", before.uri)
	}
	return last
}

// sameRequest leaves the order of the query alone, which says nothing.
func sameRequest(t *testing.T, a, b exchange) bool {
	t.Helper()
	before, errBefore := url.Parse(a.uri)
	after, errAfter := url.Parse(b.uri)
	if err := errors.Join(errBefore, errAfter); err != nil {
		t.Fatal(err)
	}
	return a.method == b.method && before.Path == after.Path && reflect.DeepEqual(before.Query(), after.Query()) && bytes.Equal(a.sent, b.sent)
}

// sameBody compares token by token: a number is its digits, and an object its
// members in their order. The printed one has the member "travel" more, last.
func sameBody(printed string, body []byte) error {
	want, err := tokens(body)
	if err != nil {
		return fmt.Errorf("the body: %w", err)
	}
	got, err := tokens([]byte(printed))
	if err != nil {
		return fmt.Errorf("what is printed: %w", err)
	}
	for i, token := range want[:len(want)-1] { // without the last brace
		if i >= len(got) || got[i] != token {
			return fmt.Errorf("token %d is %v, want %v", i, got[min(i, len(got)-1)], token)
		}
	}
	if more := got[len(want)-1:]; len(more) < 3 || more[0] != "travel" || more[1] != json.Delim('{') {
		return fmt.Errorf("%v follows the body, want the member travel", more)
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal([]byte(printed), &top); err != nil {
		return err
	}
	member, err := tokens(top["travel"])
	if want := len(want) + 1 + len(member); len(got) != want {
		return fmt.Errorf("%d tokens are printed, want %d: the body and travel alone", len(got), want)
	}
	return err
}

func tokens(text []byte) ([]json.Token, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var list []json.Token
	for {
		token, err := decoder.Token()
		switch {
		case errors.Is(err, io.EOF) && len(list) > 0:
			return list, nil
		case err != nil:
			return nil, err
		}
		list = append(list, token)
	}
}

// addUnknown puts members that no contract knows at the head of every object:
// numbers that a float would change, a null, a name in two alphabets.
func addUnknown(body []byte) []byte {
	const more = `"newer":[1.10,12345678901234567890,1e2,-0.0,null],"über\u00e9":"<&>"`
	var out bytes.Buffer
	inString := false
	for i := 0; i < len(body); i++ {
		b := body[i]
		out.WriteByte(b)
		switch {
		case inString && b == '\\':
			i++
			out.WriteByte(body[i])
		case b == '"':
			inString = !inString
		case b == '{' && !inString:
			out.WriteString(more)
			if rest := bytes.TrimSpace(body[i+1:]); len(rest) > 0 && rest[0] != '}' {
				out.WriteByte(',')
			}
		}
	}
	return out.Bytes()
}

// TestABodyThatIsNoneIsToldAsSuch: a success without a body is not an answer of a
// read, and all that feedback has to say.
func TestABodyThatIsNoneIsToldAsSuch(t *testing.T) {
	for _, body := range []string{"", "null", "[]", "{}"} {
		tr := newTraveler(t)
		tr.wire.change = func([]byte) []byte { return []byte(body) }
		for line, want := range map[string]int{
			"feedback --rating 5 --json": 0, "places search rome --json": 6, "flights search DXB LHR +30d --no-wait --json": 6,
		} {
			code, stdout, stderr := tr.run(strings.Fields(line)...)
			if code != want {
				t.Errorf("a body of %q: travel %s ended with %d, want %d\n%s%s", body, line, code, want, stdout, stderr)
			}
			if stdout != "" && !json.Valid([]byte(stdout)) {
				t.Errorf("a body of %q: travel %s prints no JSON: %s", body, line, stdout)
			}
		}
	}
}
