package flights

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
)

func option(n int, o offer.Option) recall.Row {
	return recall.Row{N: n, Offer: offer.Offer{ID: "id-" + string(rune('0'+n)), Option: &o}}
}

func ofLeg(n, leg, legs int) recall.Row {
	return option(n, offer.Option{Covers: string(apiclient.FareCoverageLeg), Leg: leg, Legs: legs})
}

func ofTrip(n int) recall.Row {
	return option(n, offer.Option{Covers: string(apiclient.FareCoverageTrip)})
}

func byID(id string) recall.Row { return recall.Row{Offer: offer.Offer{ID: id}} }

// returnOptions are two options for each leg of a return trip.
func returnOptions() Options {
	return Options{ofLeg(1, 1, 2), ofLeg(2, 1, 2), ofLeg(3, 2, 2), ofLeg(4, 2, 2)}
}

// tripOptions are options of which each pays for the whole trip.
func tripOptions() Options {
	return Options{ofTrip(1), ofTrip(2)}
}

// The rules of covers: one option for the trip, or one for each leg.
func TestOptionsCoverTheTripOrSayWhatIsMissing(t *testing.T) {
	legs, trip := returnOptions(), tripOptions()
	unsaid := Options{option(1, offer.Option{}), ofLeg(2, 0, 0)}
	three := append(returnOptions(), ofLeg(5, 3, 3))
	mixed := append(returnOptions(), option(5, offer.Option{Covers: string(apiclient.FareCoverageTrip), Legs: 2}))
	const notSaid = " for; the checkout may price a part of the trip"
	for name, test := range map[string]struct {
		all, chosen Options
		doubt       Doubt
		text, hint  string
	}{
		"one of each leg":       {all: legs, chosen: Options{legs[0], legs[3]}},
		"in any order":          {all: legs, chosen: Options{legs[2], legs[1]}},
		"one for the trip":      {all: trip, chosen: Options{trip[1]}},
		"the trip among legs":   {all: mixed, chosen: Options{mixed[4]}},
		"back is not covered":   {all: legs, chosen: Options{legs[0]}, text: "option 1 pays for OUT only; BACK is not covered, and the checkout would price half the trip", hint: "add one of --option 3, --option 4"},
		"out is not covered":    {all: legs, chosen: Options{legs[3]}, text: "option 4 pays for BACK only; OUT is not covered, and the checkout would price half the trip", hint: "add one of --option 1, --option 2"},
		"two for a leg":         {all: legs, chosen: Options{legs[0], legs[1]}, text: "options 1 and 2 both pay for OUT; give one of them"},
		"two for the trip":      {all: trip, chosen: trip, text: "option 1 pays for the whole trip; give it alone"},
		"the trip and a leg":    {all: mixed, chosen: Options{mixed[0], mixed[4]}, text: "option 5 pays for the whole trip; give it alone"},
		"two of three legs":     {all: three, chosen: Options{three[0], three[2]}, text: "options 1 and 3 pay for LEG 1 and LEG 2 only; LEG 3 is not covered, and the checkout would price a part of the trip", hint: "add one of --option 5"},
		"one of three legs":     {all: three, chosen: Options{three[4]}, text: "option 5 pays for LEG 3 only; LEG 1 and LEG 2 are not covered, and the checkout would price a part of the trip", hint: "add one of --option 1, --option 2\nadd one of --option 3, --option 4"},
		"no one says for what":  {all: unsaid, chosen: Options{unsaid[0]}, doubt: "the service does not say what option 1 pays" + notSaid},
		"a leg without number":  {all: unsaid, chosen: unsaid, doubt: "the service does not say what options 1 and 2 pay" + notSaid},
		"an id of no list":      {all: legs, chosen: Options{legs[0], byID("other")}, doubt: "the service does not say what option other pays" + notSaid},
		"a leg beside a puzzle": {all: legs, chosen: Options{legs[0], legs[1], byID("x")}, text: "options 1 and 2 both pay for OUT; give one of them"},
	} {
		t.Run(name, func(t *testing.T) {
			why, err := test.chosen.Check(test.all)
			e, _ := errors.AsType[problem.Error](err)
			got := []string{string(why), e.Text, e.Hint}
			if diff := cmp.Diff([]string{string(test.doubt), test.text, test.hint}, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestTheHeadingSaysWhatHasToBeChosen(t *testing.T) {
	oneLeg := Options{ofLeg(1, 1, 1)}
	for name, test := range map[string]struct {
		all  Options
		want string
	}{
		"legs":    {returnOptions(), "Each option pays for one leg: choose one of OUT and one of BACK."},
		"one leg": {oneLeg, "Each option pays for the one leg of this trip: choose one."},
		"trip":    {tripOptions(), "Each option pays for the whole trip: choose one."},
		"mixed":   {append(returnOptions(), tripOptions()[0]), "Some options pay for the whole trip, others for one leg: choose one for the trip, or one of OUT and one of BACK."},
		"unsaid":  {append(returnOptions(), recall.Row{N: 5}), "The service does not say what an option pays for."},
		"none":    {nil, "The service lists no option of this fare."},
	} {
		if got := test.all.Rule(); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

func TestTheOptionFlagTakesOneToEightAndNoneTwice(t *testing.T) {
	for name, test := range map[string]struct {
		given []string
		want  []string
		fails string
	}{
		"repeated":    {[]string{"1", "4"}, []string{"1", "4"}, ""},
		"with commas": {[]string{"1, 4", "x:y"}, []string{"1", "4", "x:y"}, ""},
		"eight":       {[]string{"1,2,3,4,5,6,7,8"}, []string{"1", "2", "3", "4", "5", "6", "7", "8"}, ""},
		"nine":        {[]string{"1,2,3,4,5,6,7,8", "9"}, nil, "--option 9 is one too many; a booking link takes 1 to 8 options"},
		"twice":       {[]string{"1", "2,1"}, nil, "--option 1 is given twice; give each option once"},
		"row zero":    {[]string{"0"}, nil, "--option 0 is not accepted; give numbers of the options listed last, or ids as the service gave them"},
		"empty":       {[]string{"1,"}, nil, `--option "" is not accepted; give numbers of the options listed last, or ids as the service gave them`},
		"no id":       {[]string{"a/b"}, nil, "--option a/b is not accepted; give numbers of the options listed last, or ids as the service gave them"},
	} {
		t.Run(name, func(t *testing.T) {
			var given []string
			var err error
			for _, text := range test.given {
				if given, err = AddOption(given, text); err != nil {
					break
				}
			}
			switch {
			case test.fails != "" && (err == nil || err.Error() != test.fails):
				t.Errorf("got %v, want %s", err, test.fails)
			case test.fails == "" && !cmp.Equal(test.want, given):
				t.Errorf("got %v, want %v", given, test.want)
			}
		})
	}
}
