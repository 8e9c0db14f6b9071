package flights

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/words"
)

// Experienced is how a trip will feel.
type Experienced struct {
	*apiclient.TripExperience
	// Further are the signals of each leg that the service confirms and the contract does not name, in
	// words: "extra legroom".
	Further [][]string
}

// Experience reads how a trip will feel, leg by leg. The answer's pick says which it was.
func Experience(ctx context.Context, d *desk.Desk, r *TripRequest) (desk.Answer[Experienced], desk.Pick, error) {
	r.Renewal = r.Renewal.At(d)
	var none desk.Answer[Experienced]
	pick, err := pickTrip(d, r.Trip, "travel flights experience --help", r.Query)
	if err != nil {
		return none, pick, err
	}
	if err := checkTrips(d, r.Renewal, &pick); err != nil {
		return none, pick, err
	}
	answer, err := open(ctx, d, r.Query, r.Renewal, &pick, func(client *apiclient.Client) (*apiclient.Answer[apiclient.TripExperience], error) {
		q := ask.Request[apiclient.GetTripExperienceParams](r.Query)
		answer, err := client.GetTripExperience(ctx, pick.ID, &q)
		return answer, wrap("read how the trip will feel", err)
	})
	if err != nil {
		return none, pick, err
	}
	r.Query.GivenAs("tripId", r.Trip)
	raw := desk.NewAnswer(answer, r.Query, pick.ID)
	told := desk.Answer[Experienced]{Value: Experienced{raw.Value, furtherSignals(answer.Body)}, Bodies: raw.Bodies, Rows: raw.Rows, Meta: raw.Meta}
	told.Meta.Follow("travel flights trip " + words.Shell(r.Trip))
	told.Meta.Warn(r.Renewal.Record(&told.Meta)...)
	return told, pick, nil
}

// What is read of signals that the contract does not name.
const (
	maxFurther     = 8  // on a leg
	maxSignalBytes = 40 // of a name
)

// furtherSignals reads the signals of each leg that are true and not of the contract, in the order of
// their names. A name that is not one word of letters is left out.
func furtherSignals(body []byte) [][]string {
	var trip struct {
		Legs []struct {
			Signals map[string]json.RawMessage `json:"signals"`
		} `json:"legs"`
	}
	if json.Unmarshal(body, &trip) != nil {
		return nil // it was read once already
	}
	further := make([][]string, len(trip.Legs))
	for i, leg := range trip.Legs {
		for _, name := range slices.Sorted(maps.Keys(leg.Signals)) {
			if string(leg.Signals[name]) == "true" && !inContract(name) && isSignal(name) && len(further[i]) < maxFurther {
				further[i] = append(further[i], spaced(name))
			}
		}
	}
	return further
}

func inContract(name string) bool {
	for field := range reflect.TypeFor[apiclient.LegSignals]().Fields() {
		if tag, _, _ := strings.Cut(field.Tag.Get("json"), ","); tag == name {
			return true
		}
	}
	return false
}

func isSignal(name string) bool {
	other := func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) }
	return name != "" && len(name) <= maxSignalBytes && !strings.ContainsFunc(name, other)
}

// spaced are the words of a name in camelCase.
func spaced(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
