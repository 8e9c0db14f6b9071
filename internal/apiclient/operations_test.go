package apiclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/api"
)

// awkward is a text in which every special character must be escaped.
const awkward = "a b&c=d,e+f/ü?%#;\""

// sample returns a value of the parameter as text; at distinguishes the items of a list.
func sample(param api.Param, at int) string {
	switch param.Kind {
	case api.Integer:
		return fmt.Sprint(at + 1)
	case api.Number:
		return fmt.Sprintf("%d.50", at+1) // the digits as given
	case api.Boolean:
		return "true"
	}
	return awkward + fmt.Sprint(at)
}

// samples returns the values of the parameter, two for a list.
func samples(param api.Param) []string {
	if param.List {
		return []string{sample(param, 0), sample(param, 1)}
	}
	return []string{sample(param, 0)}
}

// fill sets the members of a generated struct from JSON made from the table alone.
func fill(t *testing.T, op api.Operation, target any) (object map[string]any) {
	t.Helper()
	object = map[string]any{}
	for _, param := range op.Params {
		var values []any
		for _, text := range samples(param) {
			if param.Kind == api.Integer || param.Kind == api.Number {
				values = append(values, json.Number(text))
			} else if param.Kind == api.Boolean && param.In == api.InBody {
				values = append(values, true)
			} else {
				values = append(values, text)
			}
		}
		switch {
		case param.In == api.InPath:
		case param.List:
			object[param.Name] = values
		default:
			object[param.Name] = values[0]
		}
	}
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	read := json.NewDecoder(bytes.NewReader(text))
	read.DisallowUnknownFields()
	if err := read.Decode(target); err != nil {
		t.Fatalf("%s: the generated struct is not the table's: %v", op.ID, err)
	}
	return object
}

// callFilled calls the method of an operation with every parameter set, and returns the members of its body.
func callFilled(t *testing.T, client *Client, op api.Operation) (object map[string]any, err error) {
	t.Helper()
	method := reflect.ValueOf(client).MethodByName(strings.ToUpper(op.ID[:1]) + op.ID[1:])
	if !method.IsValid() {
		t.Fatalf("no method for %s", op.ID)
	}
	arguments := []reflect.Value{reflect.ValueOf(t.Context())}
	for in := 1; in < method.Type().NumIn(); in++ {
		argument := reflect.New(method.Type().In(in))
		switch argument.Elem().Kind() {
		case reflect.String:
			argument.Elem().SetString("1")
		case reflect.Int64:
			argument.Elem().SetInt(1)
		default:
			object = fill(t, op, argument.Interface())
		}
		arguments = append(arguments, argument.Elem())
	}
	results := method.Call(arguments)
	err, _ = reflect.TypeAssert[error](results[1])
	return object, err
}

// Every operation of the contract has a method with its name, which sends the method, path, query and body in the
// table: in the table's order, lists item by item, text escaped, digits unchanged, and no parameter missing.
func TestEveryOperationIsSentAsTheTableSays(t *testing.T) {
	for _, op := range api.Operations {
		t.Run(op.ID, func(t *testing.T) {
			var sent *http.Request
			var body []byte
			network := roundTrip(func(r *http.Request) (*http.Response, error) {
				sent = r
				if r.Body != nil {
					body, _ = io.ReadAll(r.Body)
				}
				return nil, errors.New("seen")
			})
			client, err := New(Options{BaseURL: testBase, Network: network, Sends: 1})
			if err != nil {
				t.Fatal(err)
			}
			object, _ := callFilled(t, client, op)
			if sent == nil {
				t.Fatal("nothing was sent")
			}
			path, want := target(op)
			if sent.Method != op.Method || sent.URL.EscapedPath() != path {
				t.Errorf("%s %s, want %s %s", sent.Method, sent.URL.EscapedPath(), op.Method, path)
			}
			if diff := cmp.Diff(want, pairs(t, sent.URL.RawQuery)); diff != "" {
				t.Errorf("query, -table +sent:\n%s", diff)
			}
			if op.HasBody != (body != nil) {
				t.Fatalf("body %q", body)
			}
			if !op.HasBody {
				return
			}
			var got map[string]any
			read := json.NewDecoder(bytes.NewReader(body))
			read.UseNumber()
			if err := read.Decode(&got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(object, got); diff != "" {
				t.Errorf("body, -table +sent:\n%s", diff)
			}
		})
	}
}

// target returns the path and query of a call of the operation according to the table.
func target(op api.Operation) (path string, query [][2]string) {
	path = op.Path
	for _, param := range op.Params {
		switch param.In {
		case api.InPath:
			path = strings.Replace(path, "{"+param.Name+"}", "1", 1)
		case api.InQuery:
			for _, text := range samples(param) {
				query = append(query, [2]string{param.Name, text})
			}
		}
	}
	return path, query
}

// pairs splits a query in order, and rejects text that is not escaped.
func pairs(t *testing.T, query string) (all [][2]string) {
	t.Helper()
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%+&="
	if strings.Trim(query, plain) != "" || strings.ContainsFunc(query, func(r rune) bool { return !strings.ContainsRune(plain, r) }) {
		t.Errorf("not escaped: %s", query)
	}
	for pair := range strings.SplitSeq(query, "&") {
		if query == "" {
			break
		}
		name, value, _ := strings.Cut(pair, "=")
		name, errName := url.QueryUnescape(name)
		value, errValue := url.QueryUnescape(value)
		if errName != nil || errValue != nil {
			t.Errorf("%q: %v, %v", pair, errName, errValue)
		}
		all = append(all, [2]string{name, value})
	}
	return all
}

// Every method accepts only the success of its operation, asks for a token unless the operation is open, and checks
// the answer against its result type.
func TestEveryOperationChecksItsAnswer(t *testing.T) {
	for _, op := range api.Operations {
		status, asked := 0, 0
		network := roundTrip(func(r *http.Request) (*http.Response, error) {
			header := http.Header{"Content-Type": {"application/json"}}
			return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader("{}")), Request: r}, nil
		})
		source := tokens{token: func() (string, error) { asked++; return canary, nil }}
		client, err := New(Options{BaseURL: testBase, Network: network, Wait: noWait, Tokens: source})
		if err != nil {
			t.Fatal(err)
		}
		status = op.Success
		_, err = callFilled(t, client, op)
		if op.Class == feedback {
			if err != nil {
				t.Errorf("%s: %v", op.ID, err) // its status is the whole answer
			}
		} else if want := firstPromise(client, op); !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v, want %q", op.ID, err, want)
		}
		if (asked == 0) != op.Open {
			t.Errorf("%s asked %d times for a token", op.ID, asked)
		}
		status = http.StatusAlreadyReported
		_, err = callFilled(t, client, op)
		if e, ok := errors.AsType[*ExchangeError](err); !ok || e.Kind != UnexpectedStatus {
			t.Errorf("%s, another success: %v", op.ID, err)
		}
		if (op.Method == http.MethodPost) == repeatable(op.Class) {
			t.Errorf("%s is a %s of class %d", op.ID, op.Method, op.Class)
		}
	}
}

// firstPromise returns the first member that the empty object lacks for the result of a method.
func firstPromise(client *Client, op api.Operation) string {
	method, _ := reflect.TypeOf(client).MethodByName(strings.ToUpper(op.ID[:1]) + op.ID[1:])
	value, _ := method.Type.Out(0).Elem().FieldByName("Value")
	promised := value.Type.Elem()
	if promised == reflect.TypeFor[FlightTrip]() {
		promised = reflect.TypeFor[TripDefault]() // see TestTripTakesBothForms
	}
	for field := range promised.Fields() {
		if tag := field.Tag.Get("json"); tag != "" && !strings.Contains(tag, "omitempty") {
			return "the answer lacks " + tag
		}
	}
	return "<nil>"
}

// A raw call of an operation with a fixed path is treated as that operation; any other is classified only by its
// method.
func TestRawCallsGoByTheirMethodAndFixedPath(t *testing.T) {
	for call, want := range map[string]api.Operation{
		"GET /health":              {ID: "getHealth", Class: read, Open: true},
		"POST /v1/feedback":        {ID: "submitFeedback", Class: feedback},
		"POST /v1/hotels/searches": {ID: "createHotelSearch", Class: create},
		"GET /v1/flights/trips/a":  {Class: read},
		"PUT /v1/feedback":         {Class: create},
		"POST /v1/user":            {Class: create},
	} {
		method, path, _ := strings.Cut(call, " ")
		op := rawOperation(method, path)
		got := api.Operation{ID: op.ID, Class: op.Class, Open: op.Open}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s, -want +got:\n%s", call, diff)
		}
	}
	asked := 0
	network := roundTrip(func(*http.Request) (*http.Response, error) { return nil, errors.New("seen") })
	source := tokens{token: func() (string, error) { asked++; return canary, nil }}
	client, err := New(Options{BaseURL: testBase, Network: network, Sends: 1, Tokens: source})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Do(context.Background(), "GET", "/health", nil, nil); err == nil || asked != 0 {
		t.Errorf("an open read asked %d times for a token: %v", asked, err)
	}
}
