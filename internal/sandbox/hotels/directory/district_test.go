package directory

import (
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/sandbox/data"
)

func TestDistrictsAreTheCitysOwn(t *testing.T) {
	x := New(data.Load(), 0)
	for code, some := range map[string][]string{
		"PAR": {"Le Marais", "Montmartre"}, "TYO": {"Shinjuku", "Asakusa"}, "RIO": {"Copacabana", "Ipanema"},
		"LIS": {"Alfama", "Baixa"}, "DXB": {"Deira", "Dubai Marina"}, "CAI": {"Zamalek"}, "IST": {"Sultanahmet"},
		"HKG": {"Tsim Sha Tsui"}, "ROM": {"Trastevere"}, "BKK": {"Silom"}, "SYD": {"The Rocks"}, "BNE": {"South Brisbane"},
	} {
		seen := map[string]bool{}
		for _, h := range inCity(t, x, code) {
			seen[h.District] = true
		}
		for _, name := range some {
			if !seen[name] {
				t.Errorf("%s has no hotel in %s", code, name)
			}
		}
	}
}

// TestMadeUpDistrictsSpeakTheLanguageOfTheCountryAndDiffer looks at towns whose own districts
// nobody has written down.
func TestMadeUpDistrictsSpeakTheLanguageOfTheCountryAndDiffer(t *testing.T) {
	x := New(data.Load(), 0)
	for lang, codes := range map[string][]string{"FR": {"LIL", "TLS", "NTE", "SXB"}, "IT": {"BRI", "VRN", "BLQ"}, "JP": {"KMJ", "HIJ", "SDJ"}, "MX": {"MID", "OAX", "GDL"}} {
		lists := map[string]bool{}
		for _, code := range codes {
			known := words().quarters[lang]
			names := map[string]bool{}
			for _, h := range inCity(t, x, code) {
				names[h.District] = true
				if h.District != AirportArea && !slices.Contains(slices.Concat(known.hearts, known.others, known.coastal), h.District) {
					t.Errorf("%s: %q is not a name of %s", code, h.District, lang)
				}
			}
			if len(names) < 4 {
				t.Errorf("%s has the districts %v", code, names)
			}
			var sorted []string
			for name := range names {
				sorted = append(sorted, name)
			}
			slices.Sort(sorted)
			lists[strings.Join(sorted, ",")] = true
		}
		if len(lists) < len(codes) {
			t.Errorf("cities of %s have the same districts", lang)
		}
	}
}

func TestAHotelsDistrictIsWhereItStands(t *testing.T) {
	for seed := range uint64(3) {
		x := New(data.Load(), seed)
		for _, code := range some {
			city, _ := data.Load().City(code)
			all := districtsOf(x.dice.Word(code).Word("districts"), city, countOf(city))
			for _, h := range inCity(t, x, code) {
				if want := nearest(all, h.Lat, h.Lng).name; h.District != want {
					t.Errorf("%s says %s and stands in %s", h.Name, h.District, want)
				}
			}
		}
	}
}

// TestNoHotelStandsInTheHarbour holds every hotel against boxes that are water alone, drawn by
// hand: south, west, north, east.
func TestNoHotelStandsInTheHarbour(t *testing.T) {
	water := map[string][][4]float64{
		"RIO": {{-22.93, -43.165, -22.86, -43.145}, {-23.03, -43.24, -22.995, -43.18}}, // Guanabara bay, the open sea
		"LIS": {{38.66, -9.16, 38.70, -9.12}, {38.68, -9.11, 38.72, -9.06}},            // the Tagus
		"HKG": {{22.286, 114.160, 22.292, 114.180}, {22.20, 114.10, 22.235, 114.14}},   // Victoria harbour, Lamma channel
		"SYD": {{-33.852, 151.218, -33.842, 151.25}, {-33.90, 151.30, -33.83, 151.40}}, // the harbour, the Tasman sea
		"WLG": {{-41.30, 174.81, -41.25, 174.85}, {-41.38, 174.74, -41.352, 174.80}},   // Port Nicholson, Cook strait
		"MLE": {{4.179, 73.515, 4.20, 73.524}, {4.14, 73.49, 4.168, 73.52}},            // between the islands, south of them
		"VCE": {{45.42, 12.36, 45.435, 12.40}, {45.455, 12.29, 45.47, 12.33}},          // the lagoon
		"NCE": {{43.665, 7.24, 43.69, 7.265}, {43.60, 7.15, 43.645, 7.30}},             // the Baie des Anges
		"CPT": {{-33.89, 18.43, -33.83, 18.47}, {-33.92, 18.33, -33.88, 18.375}},       // Table bay, the Atlantic
		"NAP": {{40.79, 14.225, 40.825, 14.28}, {40.76, 14.24, 40.81, 14.32}},          // the gulf
		"DAR": {{-6.83, 39.30, -6.76, 39.40}}, "SUV": {{-18.20, 178.35, -18.155, 178.42}},
		"MRS": {{43.26, 5.28, 43.295, 5.345}}, "BCN": {{41.35, 2.20, 41.385, 2.26}}, "HNL": {{21.22, -157.90, 21.27, -157.84}},
		"DKR": {{14.64, -17.43, 14.68, -17.40}}, "MBA": {{-4.12, 39.70, -4.07, 39.76}}, "SPU": {{43.48, 16.40, 43.50, 16.46}},
		"REK": {{64.155, -21.98, 64.17, -21.86}}, "USH": {{-54.835, -68.285, -54.82, -68.24}}, "TRW": {{1.36, 172.95, 1.42, 173.02}},
	}
	for seed := range uint64(3) {
		x := New(data.Load(), seed)
		for code, boxes := range water {
			for _, h := range inCity(t, x, code) {
				for _, box := range boxes {
					if h.Lat > box[0] && h.Lng > box[1] && h.Lat < box[2] && h.Lng < box[3] {
						t.Errorf("%s: %s of %s stands in the water at %v %v", code, h.Name, h.District, h.Lat, h.Lng)
					}
				}
			}
		}
	}
}

func TestASmallIslandHoldsItsHotels(t *testing.T) {
	x := New(data.Load(), 0)
	for code, reach := range map[string]float64{"MAJ": 0.2, "TRW": 0.25, "BDA": 0.6, "RAR": 0.6, "IUE": 0.9} {
		for _, h := range inCity(t, x, code) {
			if far := data.Distance(h.City.Lat, h.City.Lon, h.Lat, h.Lng); h.District != AirportArea && far > reach {
				t.Errorf("%s: %s is %.2f km from the centre", code, h.Name, far)
			}
		}
	}
}
