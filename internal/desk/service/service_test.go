package service

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/problem"
)

func TestARawCallIsReadAsItIsTyped(t *testing.T) {
	type result struct {
		Call RawCall
		Err  string
	}
	for name, test := range map[string]struct {
		method, path string
		query        url.Values
		want         result
	}{
		"a path":  {"get", "/v1/user", nil, result{Call: RawCall{Method: "GET", Path: "/v1/user", Query: url.Values{}}}},
		"a query": {"GET", "/v1/places?query=a%20b&types=city", url.Values{"types": {"airport"}}, result{Call: RawCall{Method: "GET", Path: "/v1/places", Query: url.Values{"query": {"a b"}, "types": {"city", "airport"}}}}},
		"FETCH":   {"fetch", "/v1/user", nil, result{Err: "METHOD fetch is not accepted; give one of GET, POST, PUT, PATCH, DELETE, HEAD"}},
		"no root": {"GET", "v1/user", nil, result{Err: "PATH v1/user is not accepted; give a path of this service, such as /v1/user"}},
		"a host":  {"GET", "//host/v1", nil, result{Err: "PATH //host/v1 is not accepted; give a path of this service, such as /v1/user"}},
		"unsafe":  {"GET", "/v1?a=%zz", nil, result{Err: "PATH /v1?a=%zz is not accepted; give a path whose query is escaped; or use --query"}},
	} {
		call, err := NewRawCall(test.method, test.path, test.query)
		got := result{Call: call}
		if err != nil {
			got.Err = err.Error()
			if class := problem.ClassOf(err); class != problem.Usage {
				t.Errorf("%s: class %s", name, class)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestAMessageHoldsTheContractsLimits(t *testing.T) {
	for given, want := range map[string]string{
		" \n":                     "the message is empty, so nothing was sent",
		"a\xff":                   "the message is not UTF-8 text, so nothing was sent",
		strings.Repeat("é", 2001): "the message has 2,001 characters; at most 2,000 fit",
		strings.Repeat("é", 2000): "",
		" one \n":                 "",
	} {
		p := ask.New("submitFeedback", &ask.Days{Today: time.Now})
		err := SetMessage(p, given)
		switch {
		case want == "" && (err != nil || p.Text("message") != strings.TrimSpace(given)):
			t.Errorf("%.20q: kept %.20q, %v", given, p.Text("message"), err)
		case want != "" && (err == nil || err.Error() != want || p.Has("message")):
			t.Errorf("%.20q: %v, want %s", given, err, want)
		}
	}
}

func TestAVersionIsCutToWhatTheContractTakes(t *testing.T) {
	p := ask.New("submitFeedback", &ask.Days{Today: time.Now})
	SetVersion(p, strings.Repeat("é", 51))
	if err := p.Err(); err != nil || p.Text("version") != strings.Repeat("é", 50) {
		t.Errorf("kept %q, %v", p.Text("version"), err)
	}
	SetVersion(p, "2")
	if err := p.Err(); err != nil || p.Text("version") == "2" {
		t.Errorf("a version that was given is replaced: %q, %v", p.Text("version"), err)
	}
}
