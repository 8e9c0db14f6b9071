package page

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/words"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var made = time.Date(2026, 11, 22, 15, 5, 0, 0, time.FixedZone("", 3600))

// sample is a report of n trips and the hotels beside them, with names as they come.
func sample(n int, name string) document.Report {
	r := document.Report{Version: 1, Title: name + " to London, Fri 25 Dec to Fri 1 Jan", Made: made, Places: []document.Place{
		{Code: "DXB", Name: name, At: &document.Point{Lat: 25.25, Lng: 55.36}}, {Code: "AMM", At: &document.Point{Lat: 31.72, Lng: 35.99}},
		{Code: "LHR", Name: "London Heathrow", At: &document.Point{Lat: 51.47, Lng: -0.45}}, {Code: "XQX"},
		{Code: "LIS", At: &document.Point{Lat: 38.71, Lng: -9.14}},
	}}
	for i := range n {
		r.Trips = append(r.Trips, sampleTrip(i+1, name))
	}
	r.Hotels = []document.Hotel{
		{
			Offer: document.Offer{Name: "harbour", Note: name, AsOf: made.Add(-time.Hour), Party: "2 adults, 1 room", Locale: "en", Currency: "EUR"},
			ID:    5001, Called: "Sample Harbour House", City: "Lisbon", Code: "LIS", District: "Alfama", Address: name, At: &document.Point{Lat: 38.712, Lng: -9.133}, CentreKm: "0.6",
			Stars: "4", Score: "8.7", Reviews: "1204", CheckIn: "2026-12-11", CheckOut: "2026-12-14", Night: offer.Money{Amount: "142", Currency: "EUR"},
			Stay: offer.Money{Amount: "426", Currency: "EUR"}, FreeCancellation: true,
			Rates: []document.Rate{
				{Room: name, Board: "room only", Policy: "non-refundable", Price: offer.Money{Amount: "426", Currency: "EUR"}, Meant: true},
				{Room: "Suite", Price: offer.Money{Amount: "852", Currency: "EUR"}}, {Room: "Odd", Price: offer.Money{Amount: "120", Currency: "EUR"}, PerNight: true},
			},
		},
		{Offer: document.Offer{Party: "2 adults, 1 room", Unknown: []string{"What else the service knows of it could not be read."}}, Called: "Model Garden Rooms", City: "Lisbon", Code: "LIS",
			At: &document.Point{Lat: 38.716, Lng: -9.141}, CentreKm: "0.7", Night: offer.Money{Amount: "119", Currency: "EUR"}},
		{Called: "Nowhere Inn " + name},
	}
	return r
}

func sampleTrip(n int, name string) document.Trip {
	t := document.Trip{
		Offer: document.Offer{Name: fmt.Sprintf("Trip %d", n), AsOf: made, Party: "1 adult", Market: "AE", Currency: "USD", Locale: "en", Link: "https://travel.example/flights/DXB-LHR?a=1&b=2"},
		From:  "DXB", To: "LHR", Cabin: "economy", Price: offer.Money{Amount: "412", Currency: "USD"}, Whole: true, Signals: []string{"night connection in AMM on the way back"},
	}
	if n == 2 { // whose search has expired
		t.Whole, t.Link, t.Unknown = false, "", []string{"Its flights and sellers are not known: its search has expired. What is here is what its list said."}
		t.Legs = []document.Leg{{Leg: offer.Leg{From: "DXB", To: "XQX", Departs: offer.Local("2026-12-25T22:10"), Arrives: offer.Moment{At: words.Moment("2026-12-26T05:55"), Days: 1}, Airlines: []string{"EX"}}}}
		return t
	}
	t.Legs = []document.Leg{
		{Stops: new(1), Leg: offer.Leg{From: "DXB", To: "LHR", Departs: offer.Local("2026-12-25T06:45:00+04:00"), Arrives: offer.Local("2026-12-25T14:20:00Z"), Minutes: 695, Airlines: []string{name}, Segments: []offer.Segment{
			{From: "DXB", FromName: name, To: "AMM", Departs: offer.Local("2026-12-25T06:45:00+04:00"), Arrives: offer.Local("2026-12-25T09:20:00+03:00"), Minutes: 215, Mode: "FLIGHT", Number: "EX 613", Carrier: name, Vehicle: "A320"},
			{From: "AMM", To: "LHR", Departs: offer.Local("2026-12-25T11:55:00+03:00"), Arrives: offer.Local("2026-12-25T14:20:00Z"), Minutes: 325, Mode: "FLIGHT", Number: "EX 111", Carrier: "Royal Example", Operator: name},
		}}},
		{Stops: new(0), Leg: offer.Leg{From: "LHR", To: "DXB", Departs: offer.Local("2027-01-01T17:05:00Z"), Arrives: offer.Moment{At: words.Moment("2027-01-02T04:00:00+04:00"), Days: 1}, Minutes: 415, Airlines: []string{"Royal Example"}, Segments: []offer.Segment{
			{From: "LHR", To: "DXB", Departs: offer.Local("2027-01-01T17:05:00Z"), Arrives: offer.Local("2027-01-02T04:00:00+04:00"), Minutes: 415, Mode: "FLIGHT", Number: "EX 112", Carrier: "Royal Example"},
		}}},
	}
	for i := range 18 {
		t.Fares = append(t.Fares, document.Fare{
			Seller: fmt.Sprintf("%s Agency %d", name, i+1), Kind: "partner", Price: offer.Money{Amount: fmt.Sprint(412 + 9*i), Currency: "USD"}, Refundable: i%3 == 1, CheckedBag: "23 kg", Meant: i == 1,
		})
	}
	return t
}

// The page and the message, as they were looked at.
func TestPicturesOfAReport(t *testing.T) {
	for name, got := range map[string][]byte{
		"report.html": bytes.Replace(HTML(sample(2, "Dubai")), land(t), []byte("THE LAND"), 1), "report.md": Markdown(sample(2, "Dubai")),
		"empty.html": HTML(document.Report{Title: "Nothing", Made: made, Sample: true}),
	} {
		path := filepath.Join("testdata", name)
		got = bytes.Replace(got, []byte(style), []byte("THE STYLE"), 1)
		if *update {
			if err := os.WriteFile(path, got, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// land is the data of the outline in a page.
func land(t *testing.T) []byte {
	t.Helper()
	found := regexp.MustCompile(`id="land".*? d="([^"]*)"`).FindSubmatch(HTML(sample(1, "Dubai")))
	if len(found) != 2 {
		t.Fatal("there is no land")
	}
	return found[1]
}

// Ten trips and their hotels stay below 300 KB, since the land is in the page once.
func TestTenTripsAreSmall(t *testing.T) {
	page := HTML(sample(10, "Dubai"))
	if len(page) > 300_000 || bytes.Count(page, []byte(`id="land"`)) != 1 || bytes.Count(page, []byte(`href="#land"`)) < 10 {
		t.Errorf("%d bytes, the land %d times, used %d times", len(page), bytes.Count(page, []byte(`id="land"`)), bytes.Count(page, []byte(`href="#land"`)))
	}
	t.Logf("%d bytes for ten trips", len(page))
}

// fetches are what a page could ask someone else for, or run.
var fetches = regexp.MustCompile(`(?i)<(script|img|link|iframe|object|embed|form|base|audio|video|source|input)\b|\son[a-z]+=|url\(|@import|srcset=|src=|data:`)

// The page asks no one for anything and runs nothing, and says so to the browser.
func TestThePageStandsAlone(t *testing.T) {
	page := HTML(sample(3, "Dubai"))
	if found := fetches.Find(page); found != nil {
		t.Errorf("the page has %q", found)
	}
	if !bytes.Contains(page, []byte(`content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"`)) {
		t.Error("the page has no policy")
	}
	for _, found := range regexp.MustCompile(`href="([^"]*)"`).FindAllSubmatch(page, -1) {
		if link := string(found[1]); !strings.HasPrefix(link, "#") && !strings.HasPrefix(link, "https://travel.example/") {
			t.Errorf("a link to %q", link)
		}
	}
}

// No name becomes markup, a script, a link or another line, wherever it stands.
func FuzzNoNameIsMarkup(f *testing.F) {
	for _, name := range []string{
		"", "<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "javascript:alert(1)", "' onmouseover='x", "</style><b>", "\u202eevil\u202c", "a\x00b\x1b[31m",
		"]]>", "&lt;script&gt;", "{}", "{{.}}", "%s%d", "](javascript:x)", "<!--", "\u2028x", strings.Repeat("W", 300), "*_`[x](y)~~|#",
	} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		r := sample(2, name)
		r.Trips[0].Link, r.Hotels[0].Link = name, "javascript:"+name
		page := HTML(r)
		tags := markupOf(t, page)
		if diff := cmp.Diff(markupOf(t, HTML(plain(r))), tags); diff != "" {
			t.Errorf("the name %q changes the markup (-plain +name):\n%s", name, diff)
		}
		if bytes.ContainsAny(page, "\u202e\u2066\x00\x1b") {
			t.Errorf("the name %q brings signs that no one sees", name)
		}
		message := string(Markdown(r))
		if was := string(Markdown(plain(r))); strings.Count(was, "\n") != strings.Count(message, "\n") {
			t.Errorf("the name %q makes %d lines of %d", name, strings.Count(message, "\n"), strings.Count(was, "\n"))
		}
		if strings.Contains(message, "<script") || strings.ContainsAny(message, "\u202e\x00\x1b") {
			t.Errorf("the name %q is in the message as it is", name)
		}
	})
}

// plain is the same report with a name of letters, and with as many parts: an empty name has fewer.
func plain(r document.Report) document.Report {
	name := "Plain"
	if clean.Line(r.Hotels[0].Note) == "" {
		name = r.Hotels[0].Note
	}
	p := sample(2, name)
	p.Trips[0].Link, p.Hotels[0].Link = "", ""
	if webAddress(r.Trips[0].Link) != "" {
		p.Trips[0].Link = "https://travel.example"
	}
	return p
}

var outline = regexp.MustCompile(`d="M[-0-9 Mlz]{1000,}"`)

// markupOf are the elements and the names of their attributes of a page, in order. Those of a link to a page
// are taken out where its address is odd.
func markupOf(t *testing.T, page []byte) []string {
	t.Helper()
	page = outline.ReplaceAll(page, []byte(`d="M0 0"`)) // which takes its time
	d := xml.NewDecoder(bytes.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var tags []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return tags
		}
		if err != nil {
			t.Fatalf("the page cannot be read: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			tag := token.Name.Local
			for _, a := range token.Attr {
				tag += " " + a.Name.Local
				if a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") && !strings.HasPrefix(a.Value, "http") {
					t.Errorf("a link to %q", a.Value)
				}
			}
			tags = append(tags, tag)
		case xml.Comment, xml.ProcInst:
			tags = append(tags, fmt.Sprintf("%T", token))
		}
	}
}

// Prices that cannot be compared have no bar.
func TestBarsComparePricesOfOneCurrency(t *testing.T) {
	got := shares([]offer.Money{{Amount: "50", Currency: "EUR"}, {Amount: "100", Currency: "EUR"}, {Amount: "80", Currency: "USD"}, {}, {Amount: "NaN", Currency: "EUR"}, {Amount: "-3", Currency: "EUR"}, {Amount: "1e300", Currency: "EUR"}})
	if diff := cmp.Diff([]float64{50, 100, 0, 0, 0, 0, 0}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Labels of a map cover neither each other nor a mark, on the narrowest screen.
func TestLabelsFindRoom(t *testing.T) {
	var marks []mark
	for i := range 9 {
		marks = append(marks, mark{0.5 + float64(i%3)*0.02, 0.5 + float64(i/3)*0.02, "AAA"})
	}
	got := labels(append(marks, mark{0.99, 0.01, "EDG"}), 0.5)
	if n := len(got); n < 3 || n > 9 {
		t.Errorf("%d labels of 10 marks in a heap: %+v", n, got)
	}
	for _, l := range got {
		if l.Text == "EDG" && (l.Side != "left" && l.Side != "below" || l.Left != 99 || l.Top != 1) {
			t.Errorf("a label leaves the picture: %+v", l)
		}
	}
}
