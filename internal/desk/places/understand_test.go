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
	for _, c := range []struct {
		why, typed string
		answer     *apiclient.PlaceResults
		want       string // "city LON", "several", "unnamed", "region"
	}{
		{"its name", "London", london, "city LON"},
		{"in any case", "  lONDON ", london, "city LON"},
		{"with its country", "london, united kingdom", london, "city LON"},
		{"the other one is asked for by its state, which the service does not rank first", "London Ontario", london, "unnamed"},
		{"and which another does", "london ontario", answer("city YXU London, Ontario, Canada", "city LON London, United Kingdom"), "city YXU"},
		{"state left out", "Portland US", answer("city PDX Portland, Oregon, US"), "city PDX"},
		{"accents", "sao paulo", answer("city SAO São Paulo, Brazil", "airport GRU/SAO São Paulo Guarulhos Airport"), "city SAO"},
		{"a saint", "St. Louis", answer("city STL Saint Louis, Missouri, US"), "city STL"},
		{"what stands in brackets", "london", answer("city LON London (all airports), United Kingdom"), "city LON"},

		{"another script's comma", "دبي", answer("city DXB دبي، الإمارات العربية المتحدة"), "city DXB"},

		{"the service says that several match", "london", answer("?", "city LON London, United Kingdom"), "several"},
		{"a city under a name not shown", "Roma", roma, "several"},
		{"one that comes behind the first one's own airports", "Paris", paris, "city PAR"},
		{"no airports are shown", "Roma", answer("city RMA Roma, Queensland", "city ROM Rome, Italy"), "several"},
		{"a lower namesake", "Athens", answer("city ATH Athens, Greece", "city AHN Athens, Georgia, US"), "city ATH"},

		{"a part of a name", "York", answer("city ZAC York Landing, Manitoba, Canada"), "unnamed"},
		{"a part of a word", "Essen", answer("airport MEB/MEL Melbourne Essendon Airport"), "unnamed"},
		{"a slip", "Lisbno", answer("city LIS Lisbon, Portugal"), "unnamed"},
		{"a letter", "a", answer("city LCG A Coruña, Spain"), "unnamed"},
		{"a country", "Portugal", answer("city LIS Lisbon, Portugal"), "unnamed"},
		{"nothing", "nowhere", answer(), "unnamed"},
		{"no letters", "—", answer("city LIS —, Portugal"), "unnamed"},
		{"the first row has no code", "York", answer("city - York, United Kingdom", "city NYC York, New York"), "unnamed"},
		{"not the first row", "York", answer("city NYC New York, US", "city YRK York, United Kingdom"), "unnamed"},

		{"another language", "Köln", cologne, "city CGN"},
		{"in which a smaller place has the name", "Colonia", cologne, "several"},
		{"a city of another code", "Köln", answer("city XXX Cologne, Germany"), "unnamed"},
		{"a country", "Mexico", answer("city MEX Mexico City, Mexico"), "unnamed"},
		{"in another language", "México", answer("city MEX Mexico City, Mexico"), "unnamed"},
		{"a country and its one city", "Singapur", answer("city SIN Singapore"), "city SIN"},
		{"islands", "Hawaii", answer("city KOA Kailua-Kona, Hawaii, US"), "region"},
		{"and if the service has a city of that name", "Hawaii", answer("city KOA Hawaii, US"), "region"},
		{"a state", "Florida", answer("city MIA Miami, Florida, US"), "region"},
		{"a state that a city is named like", "New York", answer("city NYC New York, US"), "city NYC"},
		{"another city of the name is as large", "Naples", answer("city NAP Naples, Italy"), "several"},
		{"no one knows how large the first one is", "Naples", answer("city APF Naples, Florida, US"), "several"},
		{"no one knows how large the other one is", "Valencia", answer("city VLC Valencia, Spain"), "several"},

		{"an airport", "heathrow", answer("airport LHR/LON London Heathrow Airport"), "airport LHR"},
		{"with the word", "Heathrow Airport", answer("airport LHR/LON London Heathrow Airport"), "airport LHR"},
		{"with its city", "london heathrow", answer("airport LHR/LON London Heathrow Airport"), "airport LHR"},
		{"of several words", "Charles de Gaulle", answer("airport CDG/PAR Paris Charles de Gaulle Airport"), "airport CDG"},
		{"an apostrophe", "ohare", answer("airport ORD/CHI Chicago O'Hare International Airport"), "airport ORD"},
		{"parted words", "La Guardia", answer("airport LGA/NYC LaGuardia Airport, New York"), "airport LGA"},
		{"words that any airport has", "international airport", answer("airport LHR/LON London International Airport"), "unnamed"},
		{"a word that names none", "city", answer("airport LCY/LON London City Airport"), "unnamed"},
		{"the city behind an airport's name", "Goa", answer("airport GOX/GOI Mopa International Airport, Goa"), "unnamed"},
		{"a city means all its airports", "London", answer("airport LHR/LON London", "city LON London, United Kingdom"), "city LON"},
		{"an airport, or a city elsewhere", "Sanford", answer("airport SFB/ORL Orlando Sanford Airport", "city SFM Sanford, Maine"), "several"},

		{"a code", "lhr", answer("airport LHR/LON London Heathrow Airport"), "airport LHR"},
		{"a code of a city and its airport", "lis", answer("airport LIS Lisbon Airport", "city LIS Lisbon, Portugal"), "city LIS"},
		{"a code that is not the first row", "lon", answer("city LGN Long Name", "city LON London, United Kingdom"), "city LON"},
		{"a code and a name", "Goa", genoa, "several"},
		{"three letters of a name", "Rom", answer("city ROM Rome, Italy"), "city ROM"},
		{"three letters of no code", "Ulm", answer("city ULX Ulm, Germany"), "city ULX"},
		{"three letters of a name of the gazetteer", "Hue", answer("city HUI Huế Citadel, Vietnam"), "city HUI"},
	} {
		found := understand(c.typed, c.answer)
		got := map[meaning]string{several: "several", unnamed: "unnamed", region: "region"}[found.meaning]
		if found.meaning == named {
			got = string(found.place.Type) + " " + *found.place.Code
		}
		if got != c.want {
			t.Errorf("%s: %q is %s, want %s", c.why, c.typed, got, c.want)
		}
	}
}

// Whatever is typed and answered: where the service says that several match nothing is taken, and
// what is taken is a row with a code, which has the name or the code that was typed.
func FuzzUnderstand(f *testing.F) {
	f.Add("Roma", "Roma, Queensland", "RMA", "Rome, Italy", "ROM", false)
	f.Add("heathrow", "London Heathrow Airport", "LHR", "", "", true)
	f.Add("goa", "Genoa", "GOA", "Goa", "GOI", false)
	f.Fuzz(func(t *testing.T, typed, firstName, firstCode, nextName, nextCode string, ambiguous bool) {
		rows := []apiclient.Place{
			{Type: apiclient.PlaceTypeCity, Name: firstName, Code: &firstCode},
			{Type: apiclient.PlaceTypeAirport, Name: nextName, Code: &nextCode, CityCode: &firstCode},
			{Type: apiclient.PlaceTypeCity, Name: nextName},
		}
		first := &apiclient.PlaceResults{Results: rows, Metadata: apiclient.PlaceResultsMetadata{HasAmbiguity: ambiguous}}
		found := understand(typed, first)
		place := found.place
		switch {
		case found.meaning != named:
		case ambiguous:
			t.Fatalf("%q is taken though it is ambiguous", typed)
		case place.Code == nil || !IsCode(*place.Code):
			t.Fatalf("%q is taken for %+v, without a code", typed, place)
		case !isCalled(place, typed) && !strings.EqualFold(*place.Code, typed):
			t.Fatalf("%q is taken for %q", typed, place.Name)
		}
		_ = ShortName(rows[0])
	})
}
