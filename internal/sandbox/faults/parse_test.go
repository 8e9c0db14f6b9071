package faults

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"
)

// readSpec parses one spec like New.
func readSpec(spec string) error {
	_, err := New(http.NotFoundHandler(), []string{spec}, time.Now, slog.New(slog.DiscardHandler))
	return err
}

func TestAWrongSpecIsToldInOneLineWithWhatIsAccepted(t *testing.T) {
	for spec, want := range map[string]SpecError{
		"":                                {Given: "", Want: "one line"},
		"a\nb=503":                        {Given: "a\nb=503", Want: "one line"},
		"getPlaces":                       {Given: "getPlaces", Want: "TARGET[:CALLS]=EFFECT"},
		"getPlacez=503":                   {Given: "getPlacez", Want: "createFlightSearch"},
		"getPlaces:0=503":                 {Given: "0", Want: "as CALLS"},
		"getPlaces:3-2=503":               {Given: "3-2", Want: "as CALLS"},
		"getPlaces:1,,2=503":              {Given: "1,,2", Want: "as CALLS"},
		"getPlaces:every 0th=503":         {Given: "every 0th", Want: "as CALLS"},
		"getPlaces:1000000001=503":        {Given: "1000000001", Want: "as CALLS"},
		"getPlaces=":                      {Given: "", Want: "as EFFECT"},
		"getPlaces=explode":               {Given: "explode", Want: "gzip-bomb"},
		"getPlaces=hang-midway":           {Given: "midway", Want: "as stage before-read"},
		"getPlaces=hang-mid-body now":     {Given: "hang-mid-body", Want: "as EFFECT"},
		"getPlaces=hang detail=x":         {Given: "detail", Want: "with hang one of delay"},
		"getPlaces=drip after-work":       {Given: "after-work", Want: "with drip one of"},
		"getPlaces=200":                   {Given: "200", Want: "a status from 400 to 599"},
		"getPlaces=100 body=x":            {Given: "100", Want: "a status from 200 to 599"},
		"getPlaces=503 a-b":               {Given: "a-b", Want: "as code"},
		"getPlaces=503 a b":               {Given: "b", Want: "nothing there"},
		"getPlaces=503 x detail=a body=b": {Given: "detail", Want: "with a body one of"},
		"getPlaces=redirect":              {Given: "redirect", Want: "redirect [STATUS] URL"},
		"getPlaces=redirect 200 /a":       {Given: "200", Want: "a status from 300 to 399"},
		"getPlaces=delay 1h":              {Given: "1h", Want: "a duration"},
		"getPlaces=hang delay=1s delay=2": {Given: "delay=2", Want: "delay once"},
		"getPlaces=date tomorrow":         {Given: "tomorrow", Want: "an offset"},
		"getPlaces=hang header='a b: c'":  {Given: "header=a b: c", Want: `header="Name: value"`},
		"getPlaces=oversize 5GiB":         {Given: "5GiB", Want: "a size"},
		"getPlaces=nested deep":           {Given: "deep", Want: "a depth"},
		"getPlaces=missing":               {Given: "missing", Want: "a PATH"},
		"getPlaces=set a":                 {Given: "a", Want: "set PATH=VALUE"},
		"getPlaces=long a 65MiB":          {Given: "65MiB", Want: "up to 64MiB"},
		`getPlaces=long a 5 ""`:           {Given: "", Want: "not empty"},
		"getPlaces=503 detail='x":         {Given: "503 detail='x", Want: "a quote that ends"},
	} {
		e, ok := errors.AsType[*SpecError](readSpec(spec))
		if !ok || e.Given != want.Given || !strings.Contains(e.Want, want.Want) || strings.Contains(e.Error(), "\n") {
			t.Errorf("%q: got %v, want %q given and %q wanted", spec, e, want.Given, want.Want)
		}
	}
}

func FuzzASpecIsReadOrRefusedInOneLine(f *testing.F) {
	for _, seed := range []string{
		"getFlightSearchResults:2=503 upstream_unavailable retry-after=5", "*:every 3rd=redirect 307 'http://a b/'",
		`token:1-3,9-=500 body='{"a":"\'b"}' type=text/html header="X: y" delay=2s date=+1h after-work`,
		"getPlaces=set a.*.0=\"x\" delay=1", "oauth=gzip-bomb 1GiB", "api:once=drip 1ms", "=", ":=", "a:b=c='",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		err := readSpec(spec)
		if e, ok := errors.AsType[*SpecError](err); err != nil && (!ok || strings.ContainsAny(err.Error(), "\n\r\x1b") || e.Want == "") {
			t.Errorf("%q: %v", spec, err)
		}
	})
}
