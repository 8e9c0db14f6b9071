package site_test

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels"
)

// checkPicture checks a picture for what is true of all of them.
func checkPicture(t *testing.T, w *web, path string) screen {
	t.Helper()
	got := w.fetch(http.MethodGet, path)
	if got.status != http.StatusOK || got.header.Get("Content-Type") != "image/svg+xml" {
		t.Errorf("%s: status %d, %s", path, got.status, got.header.Get("Content-Type"))
	}
	for name, want := range map[string]string{
		"Content-Security-Policy":      "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'",
		"Cache-Control":                "public, max-age=86400",
		"Cross-Origin-Resource-Policy": "cross-origin",
		"X-Content-Type-Options":       "nosniff",
	} {
		if got := got.header.Get(name); got != want {
			t.Errorf("%s: %s is %q, want %q", path, name, got, want)
		}
	}
	dec := xml.NewDecoder(strings.NewReader(got.body))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", path, err, got.body)
		}
		if e, ok := token.(xml.StartElement); ok && (e.Name.Local == "script" || e.Name.Local == "image" || e.Name.Local == "foreignObject") {
			t.Errorf("%s holds a %s", path, e.Name.Local)
		}
	}
	return got
}

func TestEveryCarrierAndSellerHasASign(t *testing.T) {
	w := newWeb(t)
	for _, airline := range data.Airlines() {
		checkPicture(t, w, "/logos/airlines/"+airline.Code+".svg")
	}
	plain := checkPicture(t, w, "/logos/EK.svg")
	if plain.body != checkPicture(t, w, "/logos/airlines/EK.svg").body || plain.body == checkPicture(t, w, "/logos/airlines/BA.svg").body {
		t.Error("a carrier's sign is not its own")
	}
	if sign := checkPicture(t, w, "/logos/providers/imaginary-trips.svg"); !strings.Contains(sign.body, ">IT</text>") {
		t.Errorf("a seller's sign is %s", sign.body)
	}
}

func TestEverySubjectOfAHotelIsDrawnAndTheSameEveryTime(t *testing.T) {
	w := newWeb(t)
	seen := map[string]string{}
	for _, subject := range append(hotels.Subjects(), "room-dbl") {
		path := "/images/hotels/392296616/" + subject + "-1.svg"
		got := checkPicture(t, w, path)
		if again := checkPicture(t, w, path); again.body != got.body {
			t.Errorf("%s is drawn another way the second time", path)
		}
		if len(got.body) < 1000 {
			t.Errorf("%s is empty: %s", path, got.body)
		}
		if twin, ok := seen[got.body]; ok && subject != "breakfast" {
			t.Errorf("%s and %s are the same", subject, twin)
		}
		seen[got.body] = subject
	}
	if other := checkPicture(t, w, "/images/hotels/392296617/exterior-1.svg"); seen[other.body] != "" {
		t.Error("two hotels look the same")
	}
}

func TestAPictureIsSentOnceToWhoHasIt(t *testing.T) {
	w := newWeb(t)
	first := checkPicture(t, w, "/logos/EK.svg")
	again := w.fetch(http.MethodGet, "/logos/EK.svg", "If-None-Match: "+first.header.Get("ETag"))
	if again.status != http.StatusNotModified || again.body != "" {
		t.Errorf("status %d, %d bytes", again.status, len(again.body))
	}
}

func TestAPictureOfNothingIsNotFound(t *testing.T) {
	w := newWeb(t)
	for _, path := range []string{
		"/logos/airlines/QQQ.svg", "/logos/airlines/EK", "/logos/airlines/EK.png", "/logos/providers/%3Cb%3E.svg", "/logos/.svg",
		"/logos/" + strings.Repeat("a", 41) + ".svg", "/images/hotels/x/room-1.svg", "/images/hotels/1/cellar-1.svg", "/images/hotels/1/room-1.png",
		"/images/hotels/1/room-%3Cb%3E.svg",
	} {
		if page := w.open(path); page.status != http.StatusNotFound {
			t.Errorf("%s: status %d", path, page.status)
		}
	}
}
