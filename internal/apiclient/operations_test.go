package apiclient

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/api"
)

// The operations the layers know are those of the contract: method, path,
// status and whether a token is needed. Creates and feedback are its only posts.
func TestOperationsAreTheContracts(t *testing.T) {
	type row struct {
		Method, Path string
		Success      int
		Open         bool
		Once         bool
	}
	var want, got []row
	for _, op := range api.Operations {
		want = append(want, row{op.Method, op.Path, op.Success, op.Open, op.Method == "POST"})
	}
	for _, op := range operations() {
		got = append(got, row{op.method, op.path, op.success, op.open, !repeatable(op.class)})
	}
	byPath := func(a, b row) int { return strings.Compare(a.Method+a.Path, b.Method+b.Path) }
	slices.SortFunc(want, byPath)
	slices.SortFunc(got, byPath)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Every method of the generated client finds its operation, and the member that
// a caller reads has the type whose shape was checked.
func TestEveryGeneratedMethodIsRouted(t *testing.T) {
	for _, op := range api.Operations {
		method, ok := reflect.TypeFor[*ClientWithResponses]().MethodByName(strings.ToUpper(op.ID[:1]) + op.ID[1:] + "WithResponse")
		if !ok {
			t.Errorf("no method for %s", op.ID)
			continue
		}
		found, ok := find(operations(), op.Method, strings.NewReplacer("{", "", "}", "").Replace(op.Path))
		if !ok || found.path != op.Path {
			t.Errorf("%s: %s leads to %q", op.ID, op.Path, found.path)
			continue
		}
		payload := payloadType(method.Type.Out(0).Elem())
		if payload == nil {
			t.Errorf("%s: no payload", op.ID)
			continue
		}
		if _, union := reflect.TypeAssert[json.Unmarshaler](reflect.New(payload)); union {
			continue // see TestTripTakesBothForms
		}
		checkedMembers(t, op.ID, payload, found.check)
	}
}

// payloadType is the type behind JSON200, JSON201 or JSON202.
func payloadType(response reflect.Type) reflect.Type {
	for field := range response.Fields() {
		if strings.HasPrefix(field.Name, "JSON20") {
			return field.Type.Elem()
		}
	}
	return nil
}

// checkedMembers proves the type by its required members: the empty object must
// be refused exactly when the type promises one.
func checkedMembers(t *testing.T, id string, payload reflect.Type, check func([]byte) error) {
	t.Helper()
	want := ""
	for field := range payload.Fields() {
		if tag := field.Tag.Get("json"); want == "" && tag != "" && !strings.Contains(tag, "omitempty") {
			want = "the answer lacks " + tag
		}
	}
	got := ""
	if err := check([]byte("{}")); err != nil {
		got = err.Error()
	}
	if got != want {
		t.Errorf("%s: %q, want %q", id, got, want)
	}
}

// What spells a segment out wins over a placeholder, and nothing else matches.
func TestFindTakesWholePaths(t *testing.T) {
	tests := map[string]string{
		"/v1/hotels/search-link":         "/v1/hotels/search-link",
		"/v1/hotels/12":                  "/v1/hotels/{hotelId}",
		"/v1/hotels/12/rates/a:b":        "",
		"/v1/flights/trips/s%3At":        "/v1/flights/trips/{tripId}",
		"/v1/flights/trips/a%2Fb":        "",
		"/v1/flights/trips/":             "",
		"/v1/flights/trips/a/":           "",
		"/v1/flights/trips/a/experience": "/v1/flights/trips/{tripId}/experience",
		"/v1":                            "",
		"":                               "",
	}
	for path, want := range tests {
		if got, _ := find(operations(), "GET", path); got.path != want {
			t.Errorf("%s: got %q, want %q", path, got.path, want)
		}
	}
	if _, ok := find(operations(), "POST", "/v1/user"); ok {
		t.Error("POST /v1/user was found")
	}
}
