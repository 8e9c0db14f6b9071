package main

import (
	"bytes"
	"encoding/json"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"travel.example/travel/api"
)

// asked is a request as the member travel tells it.
type asked struct {
	OperationID string
	Parameters  map[string]any
	Typed       map[string]string
}

// TestTheAnswerSaysWhatWasAsked holds travel.request to its promise for every operation: its
// parameters make the very request that was sent, and travel.search the one that made the search.
func TestTheAnswerSaysWhatWasAsked(t *testing.T) {
	tr := newTraveler(t)
	seen := map[string]bool{}
	tr.walkJourney([]string{"--json"}, func(line, operation, stdout string, passed []exchange) {
		var answer struct {
			Travel struct{ Request, Search *asked }
		}
		decoder := json.NewDecoder(strings.NewReader(stdout))
		decoder.UseNumber()
		if err := decoder.Decode(&answer); err != nil {
			t.Fatal(err)
		}
		request := answer.Travel.Request
		if request == nil || request.OperationID != operation {
			t.Fatalf("travel %s says that it asked %+v, want %s", line, request, operation)
		}
		sameAsked(t, line, *request, passed[len(passed)-1])
		if search := answer.Travel.Search; search != nil {
			sameAsked(t, line, *search, firstOf(t, passed, search.OperationID))
			seen["search by "+search.OperationID] = true
		}
		seen[operation] = true
	})
	for _, create := range []string{"search by createFlightSearch", "search by createHotelSearch"} {
		if !seen[create] {
			t.Errorf("no step of the journey tells a %s", create)
		}
	}
	for i := range api.Operations {
		if id := api.Operations[i].ID; !seen[id] {
			t.Errorf("no step of the journey tells the request of %s", id)
		}
	}
}

// firstOf is the first request to an operation that passed.
func firstOf(t *testing.T, passed []exchange, operation string) exchange {
	t.Helper()
	for _, e := range passed {
		if e.operation == operation {
			return e
		}
	}
	t.Fatalf("no %s passed", operation)
	return exchange{}
}

// sameAsked compares what an answer tells with what passed on the wire.
func sameAsked(t *testing.T, line string, told asked, sent exchange) {
	t.Helper()
	op, _ := api.Find(told.OperationID)
	path, query, body := op.Path, url.Values{}, map[string]any{}
	for name, value := range told.Parameters {
		param, ok := op.Param(name)
		switch {
		case !ok:
			t.Errorf("travel %s tells of %s, which %s does not have", line, name, op.ID)
		case param.In == api.InPath:
			path = strings.Replace(path, "{"+name+"}", url.PathEscape(textOf(value)), 1)
		case param.In == api.InBody:
			body[name] = value
		default:
			query.Set(name, textOf(value))
		}
	}
	for name := range told.Typed {
		if _, ok := told.Parameters[name]; !ok {
			t.Errorf("travel %s tells what was typed for %s, which was not sent", line, name)
		}
	}
	uri, err := url.Parse(sent.uri)
	if err != nil {
		t.Fatal(err)
	}
	passed := url.Values{}
	for name, values := range uri.Query() {
		passed.Set(name, strings.Join(values, ","))
	}
	if uri.EscapedPath() != path && uri.Path != path || !reflect.DeepEqual(query, passed) {
		t.Errorf("travel %s tells of %s?%s, but sent %s", line, path, query.Encode(), sent.uri)
	}
	if op.HasBody {
		sentBody := map[string]any{}
		decoder := json.NewDecoder(bytes.NewReader(sent.sent))
		decoder.UseNumber()
		if err := decoder.Decode(&sentBody); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(body, sentBody) {
			t.Errorf("travel %s tells of the body %v, but sent %v", line, body, sentBody)
		}
	}
}

// textOf is a JSON value as it goes into an address.
func textOf(value any) string {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	texts := make([]string, len(list))
	for i, item := range list {
		switch item := item.(type) {
		case string:
			texts[i] = item
		case json.Number:
			texts[i] = item.String()
		}
	}
	return strings.Join(texts, ",")
}
