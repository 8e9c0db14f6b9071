package places

import (
	"strings"
	"testing"

	"travel.example/travel/internal/apiclient"
)

// answer is what a service gives to a name, a row each: "city ROM Rome, Italy", "airport FCO/ROM Rome
// Fiumicino Airport". A first "?" says that it is ambiguous.
func answer(rows ...string) *apiclient.PlaceResults {
	var found apiclient.PlaceResults
	for _, row := range rows {
		if row == "?" {
			found.Metadata.HasAmbiguity = true
			continue
		}
		kind, rest, _ := strings.Cut(row, " ")
		code, name, _ := strings.Cut(rest, " ")
		code, city, belongs := strings.Cut(code, "/")
		if !belongs {
			city = code
		}
		p := apiclient.Place{Type: apiclient.PlaceType(kind), Name: name}
		if code != "-" {
			p.Code, p.CityCode = &code, &city
		}
		found.Results = append(found.Results, p)
	}
	return &found
}

var (
	london = answer("city LON London, United Kingdom", "city YXU London, Ontario, Canada", "airport LHR/LON London Heathrow Airport",
		"city LDY Derry, United Kingdom", "airport YXU London International Airport, London", "airport LDY City of Derry Airport")
	roma = answer("city RMA Roma, Queensland, Australia", "city ROM Rome, Italy", "airport FCO/ROM Rome Fiumicino Airport",
		"airport RMA Roma Airport")
	paris = answer("city PAR Paris, France", "airport CDG/PAR Paris Charles de Gaulle Airport", "city MSY New Orleans, Louisiana, US",
		"airport MSY New Orleans Louis Armstrong International Airport")
	cologne = answer("city CGN Cologne, Germany", "airport CGN Cologne Bonn Airport")
	genoa   = answer("city GOI Goa, India", "airport GOI Dabolim Airport, Goa", "city GOA Genoa, Italy", "airport GOA Genoa Airport")
)

func TestOnlyANameBeyondDoubtIsTaken(t *testing.T) {
	german := answer("city CGN Köln, Deutschland", "airport CGN Cologne Bonn Airport")
	for _, c := range []struct {
		why, typed    string
		first, second *apiclient.PlaceResults
		want          string // "city LON", "several", "unnamed"
	}{
		{"its name", "London", london, nil, "city LON"},
		{"in any case", "  lONDON ", london, nil, "city LON"},
		{"with its country", "london, united kingdom", london, nil, "city LON"},
		{"the other one is asked for by its state, which the service does not rank first", "London Ontario", london, nil, "unnamed"},
		{"and which another does", "london ontario", answer("city YXU London, Ontario, Canada", "city LON London, United Kingdom"), nil, "city YXU"},
		{"state left out", "Portland US", answer("city PDX Portland, Oregon, US"), nil, "city PDX"},
		{"accents", "sao paulo", answer("city SAO São Paulo, Brazil", "airport GRU/SAO São Paulo Guarulhos Airport"), nil, "city SAO"},
		{"a saint", "St. Petersburg", answer("city LED Saint Petersburg, Russia"), nil, "city LED"},
		{"what stands in brackets", "london", answer("city LON London (all airports), United Kingdom"), nil, "city LON"},

		{"another script's comma", "دبي", answer("city DXB دبي، الإمارات العربية المتحدة"), nil, "city DXB"},

		{"the service says that several match", "london", answer("?", "city LON London, United Kingdom"), nil, "several"},
		{"or says so in the other language", "köln", cologne, answer("?", "city CGN Köln, Deutschland"), "several"},
		{"a city under a name not shown", "Roma", roma, nil, "several"},
		{"one that comes behind the first one's own airports", "Paris", paris, nil, "city PAR"},
		{"no airports are shown", "Roma", answer("city RMA Roma, Queensland", "city ROM Rome, Italy"), nil, "several"},
		{"a lower namesake", "Athens", answer("city ATH Athens, Greece", "city AHN Athens, Georgia, US"), nil, "city ATH"},

		{"a part of a name", "York", answer("city ZAC York Landing, Manitoba, Canada"), nil, "unnamed"},
		{"a part of a word", "Essen", answer("airport MEB/MEL Melbourne Essendon Airport"), nil, "unnamed"},
		{"a slip", "Lisbno", answer("city LIS Lisbon, Portugal"), nil, "unnamed"},
		{"a letter", "a", answer("city LCG A Coruña, Spain"), nil, "unnamed"},
		{"a country", "Portugal", answer("city LIS Lisbon, Portugal"), nil, "unnamed"},
		{"nothing", "nowhere", answer(), nil, "unnamed"},
		{"no letters", "—", answer("city LIS —, Portugal"), nil, "unnamed"},
		{"the first row has no code", "York", answer("city - York, United Kingdom", "city NYC York, New York"), nil, "unnamed"},
		{"not the first row", "York", answer("city NYC New York, US", "city YRK York, United Kingdom"), nil, "unnamed"},

		{"another language", "Köln", cologne, nil, "unnamed"},
		{"the traveler's language", "köln", cologne, german, "city CGN"},
		{"two languages rank differently", "köln", cologne, answer("city XXX Köln, Deutschland", "city CGN Köln, Deutschland"), "unnamed"},
		{"neither language", "Colonia", cologne, german, "unnamed"},

		{"an airport", "heathrow", answer("airport LHR/LON London Heathrow Airport"), nil, "airport LHR"},
		{"with the word", "Heathrow Airport", answer("airport LHR/LON London Heathrow Airport"), nil, "airport LHR"},
		{"with its city", "london heathrow", answer("airport LHR/LON London Heathrow Airport"), nil, "airport LHR"},
		{"of several words", "Charles de Gaulle", answer("airport CDG/PAR Paris Charles de Gaulle Airport"), nil, "airport CDG"},
		{"an apostrophe", "ohare", answer("airport ORD/CHI Chicago O'Hare International Airport"), nil, "airport ORD"},
		{"parted words", "La Guardia", answer("airport LGA/NYC LaGuardia Airport, New York"), nil, "airport LGA"},
		{"words that any airport has", "international airport", answer("airport LHR/LON London International Airport"), nil, "unnamed"},
		{"a word that names none", "city", answer("airport LCY/LON London City Airport"), nil, "unnamed"},
		{"the city behind an airport's name", "Goa", answer("airport GOX/GOI Mopa International Airport, Goa"), nil, "unnamed"},
		{"a city means all its airports", "London", answer("airport LHR/LON London", "city LON London, United Kingdom"), nil, "city LON"},
		{"an airport, or a city elsewhere", "Sanford", answer("airport SFB/ORL Orlando Sanford Airport", "city SFM Sanford, Maine"), nil, "several"},

		{"a code", "lhr", answer("airport LHR/LON London Heathrow Airport"), nil, "airport LHR"},
		{"a code of a city and its airport", "lis", answer("airport LIS Lisbon Airport", "city LIS Lisbon, Portugal"), nil, "city LIS"},
		{"a code that is not the first row", "lon", answer("city LGN Long Name", "city LON London, United Kingdom"), nil, "city LON"},
		{"a code and a name", "Goa", genoa, nil, "several"},
		{"three letters of a name", "Rom", answer("city ROM Rome, Italy"), nil, "city ROM"},
		{"three letters of no code", "Ulm", answer("city ULX Ulm, Germany"), nil, "city ULX"},
		{"three letters of neither", "Hue", answer("city HUI Huế Citadel, Vietnam"), nil, "unnamed"},
	} {
		place, means := understand(c.typed, c.first, c.second)
		got := map[meaning]string{several: "several", unnamed: "unnamed"}[means]
		if means == named {
			got = string(place.Type) + " " + *place.Code
		}
		if got != c.want {
			t.Errorf("%s: %q is %s, want %s", c.why, c.typed, got, c.want)
		}
	}
}

// Whatever is typed and answered: where the service says that several match nothing is taken, and
// what is taken is a row with a code, which has the name or the code that was typed.
func FuzzUnderstand(f *testing.F) {
	f.Add("Roma", "Roma, Queensland", "RMA", "Rome, Italy", "ROM", "Roma", false)
	f.Add("heathrow", "London Heathrow Airport", "LHR", "", "", "", true)
	f.Add("goa", "Genoa", "GOA", "Goa", "GOI", "(", false)
	f.Fuzz(func(t *testing.T, typed, firstName, firstCode, nextName, nextCode, abroad string, ambiguous bool) {
		rows := []apiclient.Place{
			{Type: apiclient.PlaceTypeCity, Name: firstName, Code: &firstCode},
			{Type: apiclient.PlaceTypeAirport, Name: nextName, Code: &nextCode, CityCode: &firstCode},
			{Type: apiclient.PlaceTypeCity, Name: nextName},
		}
		first := &apiclient.PlaceResults{Results: rows, Metadata: apiclient.PlaceResultsMetadata{HasAmbiguity: ambiguous}}
		second := answer("city " + firstCode + " " + abroad)
		for _, other := range []*apiclient.PlaceResults{nil, second} {
			place, means := understand(typed, first, other)
			switch {
			case means != named:
			case ambiguous:
				t.Fatalf("%q is taken though it is ambiguous", typed)
			case place.Code == nil || !IsCode(*place.Code):
				t.Fatalf("%q is taken for %+v, without a code", typed, place)
			case !has(place, fold(typed)) && !strings.EqualFold(*place.Code, typed):
				t.Fatalf("%q is taken for %q", typed, place.Name)
			}
		}
		_ = ShortName(rows[0])
	})
}
