package commands

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/api"
	"travel.example/travel/api/examples"
	"travel.example/travel/internal/cli"
)

// withFlags has the flags that a parameter, or one value of it, needs to be accepted, or that every parameter of an
// operation needs ("operation."), or every parameter of another one on its command ("operation<other"). A flag for
// the parameter under test is left out; {wire name}=value is another argument.
var withFlags = map[string]string{
	"getNearbyPlaces.":                             "--place=LHR",
	"getNearbyPlaces.latitude":                     "--longitude=1",
	"getNearbyPlaces.longitude":                    "--latitude=1",
	"getCountryHolidays.fromDate":                  "--to-date=2027-12-31",
	"getCountryHolidays.toDate":                    "--from-date=2026-11-22",
	"createFlightSearch.infants":                   "--adults=9",
	"getFlightSearchLink.infants":                  "--adults=9",
	"getFlightSearchResults.airlines-match":        "--airlines=BA",
	"getFlightTrip.":                               "--search=s1",
	"getFareBookingLink.":                          "--trip=s1:t1 --option=o1 --from=DXB --to=LHR --from-date=2026-12-21 --search=s1",
	"getFareBookingLink.infants":                   "--adults=9",
	"createHotelSearch.rooms":                      "--adults=9",
	"createHotelSearch.radius":                     "{cityCode}=38.71,-9.14",
	"getHotelSearchLink.rooms":                     "--adults=9",
	"getHotelSearchResults.guest-type":             "--min-guest-rating=8",
	"getHotelSearchResults.min-guest-rating":       "--guest-type=family",
	"getHotelRates.":                               "--search=s1",
	"getHotelRates<createHotelSearch":              "2026-12-11 2026-12-14",
	"getHotelSearchResults.sort=guest_rating_desc": "--guest-type=solo",
	"getHotelSearchLink.children=8":                "--children-ages=1,2,3,4,5,6,7,8",
	"getHotelRateBookingLink.":                     "--hotel-id=392301175",
}

// counter is a service that knows no place and rejects everything else. It records the requests.
type counter struct{ asked []string }

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	c.asked = append(c.asked, r.Method+" "+r.URL.RequestURI()+" "+string(body))
	if r.URL.Path == "/v1/places" {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"results":[],"metadata":{"page":1,"pageSize":10,"resultCount":0,"totalCandidates":0,"hasMore":false,"hasAmbiguity":false}}`)
		return
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(http.StatusBadRequest)
	fmt.Fprint(w, `{"type":"about:blank","title":"Bad Request","status":400,"code":"validation_failed","detail":"no","trace_id":"t"}`)
}

// TestEveryLimitIsHeldBeforeARequest tries every parameter of the contract at its limits, where the request must be
// sent, and one step beyond, where nothing may be sent: one line must name the argument, the given value and the
// accepted ones, and the next must say what to do.
func TestEveryLimitIsHeldBeforeARequest(t *testing.T) {
	service := &counter{}
	server := httptest.NewServer(service)
	defer server.Close()
	at, beyond := 0, 0
	walk(newTestRoot(t), func(cmd *cobra.Command) {
		id := cmd.Annotations["operationId"]
		op, ok := api.Find(id)
		if !ok || len(op.Params) == 0 {
			return
		}
		l := limitLine{t: t, cmd: cmd, service: service, url: server.URL, template: lineOf(t, id)}
		for _, p := range l.params(op) {
			good, bad := limitValues(p.Param, strings.HasPrefix(p.label, "--"))
			for _, value := range good {
				at++
				l.taken(p, value)
			}
			for _, value := range bad {
				beyond++
				l.refused(p, value)
			}
		}
	})
	t.Logf("%d values at a limit were sent, %d beyond one were not", at, beyond)
}

// lineOf returns the command line used to test an operation.
func lineOf(t *testing.T, id string) string {
	t.Helper()
	example, ok := examples.Of(id)
	if !ok {
		t.Fatalf("%s has no example: give it one in api/examples", id)
	}
	return example.Line
}

// limitLine is a command under test.
type limitLine struct {
	t        *testing.T
	cmd      *cobra.Command
	service  *counter
	url      string
	template string
}

// limited is a parameter with its name on the command line.
type limited struct {
	*api.Param
	operation string
	label     string
}

// params returns the arguments of the line, and every flag that is a parameter.
func (l limitLine) params(op *api.Operation) []limited {
	var all []limited
	for word := range strings.FieldsSeq(l.template) {
		if wire, label, _, ok := argumentIn(word); ok {
			p, _ := op.Param(wire)
			all = append(all, limited{p, op.ID, label})
		}
	}
	l.cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if p, of, ok := cli.ParamOf(f); ok {
			all = append(all, limited{p, of.ID, "--" + f.Name})
		}
	})
	return all
}

func argumentIn(word string) (wire, label, value string, ok bool) {
	if !strings.HasPrefix(word, "{") {
		return "", "", "", false
	}
	parts := strings.SplitN(strings.Trim(word, "{}"), ":", 3)
	wire, _, _ = strings.Cut(parts[0], ",")
	return wire, parts[1], parts[2], true
}

// run runs the line with one value and returns the requests that the service received.
func (l limitLine) run(p limited, value string) (code int, stdout, stderr string, asked []string) {
	var args []string
	beside := l.beside(p, value)
	for word := range strings.FieldsSeq(l.template) {
		if wire, label, given, ok := argumentIn(word); ok {
			word = given
			if at := slices.IndexFunc(beside, func(b string) bool { return strings.HasPrefix(b, "{"+wire+"}=") }); at >= 0 {
				word = strings.TrimPrefix(beside[at], "{"+wire+"}=")
			}
			if label == p.label {
				word = value
			}
		}
		args = append(args, word)
	}
	for _, word := range beside {
		if name, _, _ := strings.Cut(word, "="); name != p.label && !strings.HasPrefix(name, "{") {
			args = append(args, word)
		}
	}
	if strings.HasPrefix(p.label, "--") {
		args = append(args, p.label+"="+value)
	} else if strings.HasPrefix(value, "-") {
		return 2, "", "", nil // the shell itself would treat it as a flag
	}
	env, out, errs := testEnv(l.t, args...)
	vars := map[string]string{"TRAVEL_API_URL": l.url, "TRAVEL_TOKEN": "t", "TRAVEL_CLIENT_ID": "c"}
	env.Getenv = func(name string) string { return vars[name] }
	l.service.asked = nil
	code = Execute(l.t.Context(), env)
	return code, out.String(), errs.String(), l.service.asked
}

// beside returns the additional words that the parameter needs.
func (l limitLine) beside(p limited, value string) []string {
	own := l.cmd.Annotations["operationId"]
	words := withFlags[own+"."]
	switch other, ok := withFlags[own+"<"+p.operation]; {
	case ok:
		words = other
	case own == "getNearbyPlaces" && strings.HasSuffix(p.Name, "itude"):
		words = ""
	}
	key := p.operation + "." + p.Name
	return strings.Fields(words + " " + withFlags[key] + " " + withFlags[key+"="+value])
}

func (l limitLine) taken(p limited, value string) {
	l.t.Helper()
	_, _, stderr, asked := l.run(p, value)
	if len(asked) == 0 {
		l.t.Errorf("%s: %s %s is within the contract, and was not sent\n%s", l.cmd.CommandPath(), p.label, short(value), stderr)
	}
}

func (l limitLine) refused(p limited, value string) {
	l.t.Helper()
	code, stdout, stderr, asked := l.run(p, value)
	what := fmt.Sprintf("%s: %s %q", l.cmd.CommandPath(), p.label, short(value))
	if code != 2 || stdout != "" || len(asked) > 0 {
		l.t.Errorf("%s ended with %d and %d requests, want 2 and none\n%s%s%v", what, code, len(asked), stdout, stderr, asked)
		return
	}
	if stderr == "" {
		return // not run, see run
	}
	first, rest, _ := strings.Cut(strings.TrimSuffix(stderr, "\n"), "\n")
	for _, want := range []string{"error: ", p.label} {
		if !strings.Contains(first, want) {
			l.t.Errorf("%s: the line does not say %q: %s", what, want, first)
		}
	}
	if given := short(value); utf8.ValidString(value) && given != "" && !strings.Contains(first, given) && !slices.ContainsFunc(strings.Split(value, ","), func(item string) bool {
		return item != "" && strings.Contains(first, item)
	}) {
		l.t.Errorf("%s: the line does not say what was given: %s", what, first)
	}
	if !strings.Contains(first, "give ") && !strings.Contains(first, "three letters") && !strings.Contains(first, "usage:") && !strings.Contains(first, " days") {
		l.t.Errorf("%s: the line does not say what is accepted: %s", what, first)
	}
	if !strings.Contains(rest, "travel ") {
		l.t.Errorf("%s: no next step: %s", what, stderr)
	}
}
