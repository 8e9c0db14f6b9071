package places

import "testing"

func TestSeveralRealPlacesRaiseAQuestion(t *testing.T) {
	cases := map[string]string{
		"san jose":   "Which place is meant: San Jose, California, US (SJC); or San José, Costa Rica (SJO)?",
		"birmingham": "Which place is meant: Birmingham, United Kingdom (BHX); or Birmingham, Alabama, US (BHM)?",
		"portland":   "Which place is meant: Portland, Oregon, US (PDX); or Portland, Maine, US (PWM)?",
		"goa":        "Which place is meant: Genoa, Italy (GOA); or Goa, India (GOI)?",
		"fiji":       "Which place is meant: Nadi, Fiji (NAN); Suva, Fiji (SUV); or Labasa, Fiji (LBS)?",
		"punjab":     "Which place is meant: Punjab, Pakistan; or Punjab, India?",
		"spain":      "Which place is meant: Madrid, Spain (MAD); Barcelona, Spain (BCN); Valencia, Spain (VLC); Málaga, Spain (AGP); Seville, Spain (SVQ); or another one?",
	}
	for query, want := range cases {
		switch m := search(query).Metadata; {
		case !m.HasAmbiguity || m.DisambiguationHint == nil:
			t.Errorf("%q raises no question", query)
		case *m.DisambiguationHint != want:
			t.Errorf("%q asks\n%s\nwant\n%s", query, *m.DisambiguationHint, want)
		}
	}
}

func TestOnePlaceRaisesNoQuestion(t *testing.T) {
	for _, query := range []string{
		"dubai", "london", "tokyo", "LHR", "LON", "new york", "paris", "rome", "sydney", "melbourne", "washington",
		"porto", "mexico", "panama", "heathrow", "frankf", "santiago", "münchen", "東京", "GOA", "GIG", "singapore", "california",
		"portland oregon", "london ontario", "st petersburg", "lonodn", "nowhere at all",
	} {
		if m := search(query).Metadata; m.HasAmbiguity || m.DisambiguationHint != nil {
			t.Errorf("%q asks: %s", query, *m.DisambiguationHint)
		}
	}
}

func TestTheQuestionIsAboutTheKindsAskedFor(t *testing.T) {
	m := search("san jose", "airport").Metadata
	want := "Which place is meant: Norman Y. Mineta San Jose International Airport (SJC); " +
		"or Juan Santamaría International Airport, San José (SJO)?"
	if !m.HasAmbiguity || *m.DisambiguationHint != want {
		t.Errorf("asked %v: %v", m.HasAmbiguity, m.DisambiguationHint)
	}
	if m := search("goa", "state").Metadata; m.HasAmbiguity {
		t.Errorf("one state asks: %s", *m.DisambiguationHint)
	}
}

func TestTheQuestionSpeaksTheNamesOfTheLocale(t *testing.T) {
	m := engine().Search(SearchParams{Query: "birmingham", Locale: "de", Page: 1, PageSize: 1}).Metadata
	want := "Which place is meant: Birmingham, Vereinigtes Königreich (BHX); or Birmingham, Alabama, Vereinigte Staaten (BHM)?"
	if m.DisambiguationHint == nil || *m.DisambiguationHint != want {
		t.Errorf("asked %v", m.DisambiguationHint)
	}
}
