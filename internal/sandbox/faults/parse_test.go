package faults

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// exposed lets cmp look into the types of this package.
func exposed() cmp.Option {
	return cmp.AllowUnexported(Rule{}, span{}, extras{}, headerLine{}, cut{}, replacement{}, refusal{}, page{}, redirect{}, text{},
		restatus{}, retitle{}, drip{}, pad{}, nest{}, bomb{}, edit{}, remove{}, retype{}, plant{}, lengthen{}, pass{})
}

func always() []span { return []span{{1, endless, 1}} }

func TestASpecSaysWhoWhenAndWhat(t *testing.T) {
	code := func(status int, code string) effect { return replacement{refusal{status, code, ""}, afterRead} }
	tests := map[string]Rule{
		"getFlightSearchResults:2=503 upstream_unavailable retry-after=5": {
			target: "getFlightSearchResults", calls: []span{{2, 2, 1}}, effect: code(503, "upstream_unavailable"),
			extras: extras{headers: []headerLine{{"Retry-After", "5"}}},
		},
		"createFlightSearch=reset-after-read": {target: "createFlightSearch", calls: always(), effect: cut{reset, afterRead}},
		"token:1-3=hang":                      {target: "token", calls: []span{{1, 3, 1}}, effect: cut{hang, afterRead}},
		"*:10=internal_error":                 {target: "*", calls: []span{{10, 10, 1}}, effect: code(500, "internal_error")},
		"GETPLACES:once=html":                 {target: "getPlaces", calls: []span{{1, 1, 1}}, effect: replacement{page{200}, afterRead}},
		"api:every 3rd=html 502 after-work":   {target: "api", calls: []span{{3, endless, 3}}, effect: replacement{page{502}, afterWork}},
		"oauth:1,4-6,9-=close-mid-body":       {target: "oauth", calls: []span{{1, 1, 1}, {4, 6, 1}, {9, endless, 1}}, effect: cut{shut, midBody}},
		"refresh=hang after-headers":          {target: "refresh", calls: always(), effect: cut{hang, afterHeaders}},
		"exchange=reset-before-read":          {target: "exchange", calls: always(), effect: cut{reset, beforeRead}},
		"refresh=lost":                        {target: "refresh", calls: always(), effect: cut{shut, afterWork}},
		"revoke=truncate":                     {target: "revoke", calls: always(), effect: cut{shut, midBody}},
		"refresh=invalid_grant":               {target: "refresh", calls: always(), effect: code(400, "invalid_grant")},
		"token=503":                           {target: "token", calls: always(), effect: code(503, "")},
		"getUser=503":                         {},
		"getHotel=expired": {target: "getHotel", calls: always(),
			effect: replacement{refusal{404, "not_found", "The search has expired. Create a new one."}, afterRead}},
		`getPlaces=429 rate_limited retry-after=none detail='so sorry' header="X-Odd: a b" delay=1.5s`: {
			target: "getPlaces", calls: always(), effect: replacement{refusal{429, "rate_limited", "so sorry"}, afterRead},
			extras: extras{delay: 1500 * time.Millisecond, headers: []headerLine{{"Retry-After", ""}, {"X-Odd", "a b"}}},
		},
		`getPlaces=500 type=application/problem+json body='{"code":7}'`: {
			target: "getPlaces", calls: always(), effect: replacement{text{500, "application/problem+json", `{"code":7}`}, afterRead}},
		"getPlaces=302 body=x":                         {target: "getPlaces", calls: always(), effect: replacement{text{302, "application/json", "x"}, afterRead}},
		"getPlaces=redirect /health":                   {target: "getPlaces", calls: always(), effect: replacement{redirect{302, "/health"}, afterRead}},
		"getPlaces=redirect 308 https://a.example/?b=": {target: "getPlaces", calls: always(), effect: replacement{redirect{308, "https://a.example/?b="}, afterRead}},
		`getPlaces=redirect 307 ""`:                    {target: "getPlaces", calls: always(), effect: replacement{redirect{307, ""}, afterRead}},
		"getPlaces=status 202":                         {target: "getPlaces", calls: always(), effect: restatus{202}},
		"getPlaces=media-type":                         {target: "getPlaces", calls: always(), effect: retitle{"text/plain"}},
		`getPlaces=media-type ""`:                      {target: "getPlaces", calls: always(), effect: retitle{""}},
		"getPlaces=drip":                               {target: "getPlaces", calls: always(), effect: drip{time.Second}},
		"getPlaces=drip 20ms":                          {target: "getPlaces", calls: always(), effect: drip{20 * time.Millisecond}},
		"getPlaces=not-json":                           {target: "getPlaces", calls: always(), effect: garble{}},
		"getPlaces=oversize":                           {target: "getPlaces", calls: always(), effect: pad{32 << 20}},
		"getPlaces=oversize 1GiB":                      {target: "getPlaces", calls: always(), effect: pad{1 << 30}},
		"getPlaces=gzip-bomb 5KiB":                     {target: "getPlaces", calls: always(), effect: bomb{5 << 10}},
		"getPlaces=nested 65":                          {target: "getPlaces", calls: always(), effect: nest{65}},
		"getPlaces=missing results.*.name":             {target: "getPlaces", calls: always(), effect: edit{remove{[]string{"results", "*", "name"}}}},
		"getPlaces=retype metadata":                    {target: "getPlaces", calls: always(), effect: edit{retype{[]string{"metadata"}}}},
		"getPlaces=set type=spaceship":                 {target: "getPlaces", calls: always(), effect: edit{plant{[]string{"type"}, `"spaceship"`}}},
		"getPlaces=set a.b=1e400 delay=2":              {target: "getPlaces", calls: always(), effect: edit{plant{[]string{"a", "b"}, `1e400`}}, extras: extras{delay: 2 * time.Second}},
		`getPlaces=set a='"12"'`:                       {target: "getPlaces", calls: always(), effect: edit{plant{[]string{"a"}, `"12"`}}},
		`getPlaces=set a="it's \"x\""`:                 {target: "getPlaces", calls: always(), effect: edit{plant{[]string{"a"}, `"it's \"x\""`}}},
		"getPlaces=long a.0.b 15MiB":                   {target: "getPlaces", calls: always(), effect: edit{lengthen{[]string{"a", "0", "b"}, 15 << 20, "x"}}},
		`getPlaces=long a 1KiB "y z"`:                  {target: "getPlaces", calls: always(), effect: edit{lengthen{[]string{"a"}, 1 << 10, "y z"}}},
		"getPlaces=unknown-fields":                     {target: "getPlaces", calls: always(), effect: edit{newMembers{}}},
		"getPlaces=unknown-enums":                      {target: "getPlaces", calls: always(), effect: edit{newWords{}}},
		"token=delay 3s":                               {target: "token", calls: always(), effect: pass{}, extras: extras{delay: 3 * time.Second}},
		"token=delay=3s":                               {target: "token", calls: always(), effect: pass{}, extras: extras{delay: 3 * time.Second}},
		"*=date -24h":                                  {target: "*", calls: always(), effect: pass{}, extras: extras{date: -24 * time.Hour}},
		"refresh=replay":                               {target: "refresh", calls: always(), effect: replay{}},
		"  getHealth : 2 = 503  ":                      {text: "getHealth : 2 = 503", target: "getHealth", calls: []span{{2, 2, 1}}, effect: code(503, "")},
	}
	for spec, want := range tests {
		got, err := Parse(spec)
		if want.effect == nil {
			if err == nil {
				t.Errorf("%s was taken", spec)
			}
			continue
		}
		if want.text == "" {
			want.text = spec
		}
		if diff := cmp.Diff(want, got, exposed()); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", spec, err, diff)
		}
	}
}

func TestAWrongSpecIsToldInOneLineWithWhatIsAccepted(t *testing.T) {
	tests := map[string]SpecError{
		"":                                {Given: "", Want: "one line"},
		"a\nb=503":                        {Given: "a\nb=503", Want: "one line"},
		"getPlaces":                       {Given: "getPlaces", Want: "TARGET[:CALLS]=EFFECT"},
		"getPlacez=503":                   {Given: "getPlacez", Want: "createFlightSearch"},
		"=503":                            {Given: "", Want: "as TARGET one of"},
		"getPlaces:=503":                  {Given: "", Want: "as CALLS"},
		"getPlaces:0=503":                 {Given: "0", Want: "as CALLS"},
		"getPlaces:3-2=503":               {Given: "3-2", Want: "as CALLS"},
		"getPlaces:-2=503":                {Given: "-2", Want: "as CALLS"},
		"getPlaces:1,,2=503":              {Given: "1,,2", Want: "as CALLS"},
		"getPlaces:1:2=503":               {Given: "1:2", Want: "as CALLS"},
		"getPlaces:every=503":             {Given: "every", Want: "as CALLS"},
		"getPlaces:every 0th=503":         {Given: "every 0th", Want: "as CALLS"},
		"getPlaces:1000000001=503":        {Given: "1000000001", Want: "as CALLS"},
		"getPlaces=":                      {Given: "", Want: "as EFFECT"},
		"getPlaces=explode":               {Given: "explode", Want: "gzip-bomb"},
		"getPlaces=hang-midway":           {Given: "hang-midway", Want: "as EFFECT"},
		"getPlaces=hang-mid-body now":     {Given: "hang-mid-body", Want: "as EFFECT"},
		"getPlaces=hang detail=x":         {Given: "detail", Want: "with hang one of delay"},
		"getPlaces=200":                   {Given: "200", Want: "a status from 400 to 599"},
		"getPlaces=600 x":                 {Given: "600", Want: "a status from 400 to 599"},
		"getPlaces=100 body=x":            {Given: "100", Want: "a status from 200 to 599"},
		"getPlaces=503 a-b":               {Given: "a-b", Want: "as code"},
		"getPlaces=503 a b":               {Given: "b", Want: "nothing there"},
		"getPlaces=503 a body=x":          {Given: "a", Want: "nothing there"},
		"getPlaces=503 retry_after=5":     {Given: "retry_after=5", Want: "as code"},
		"getPlaces=503 x detail=a body=b": {Given: "detail", Want: "with a body one of"},
		"getPlaces=html 99":               {Given: "99", Want: "a status from 200 to 599"},
		"getPlaces=redirect":              {Given: "redirect", Want: "redirect [STATUS] URL"},
		"getPlaces=redirect 200 /a":       {Given: "200", Want: "a status from 300 to 399"},
		"getPlaces=delay":                 {Given: "", Want: "a duration"},
		"getPlaces=delay 1h":              {Given: "1h", Want: "a duration"},
		"getPlaces=hang delay=-1s":        {Given: "delay=-1s", Want: "a duration"},
		"getPlaces=hang delay=1s delay=2": {Given: "delay=2", Want: "delay once"},
		"getPlaces=date tomorrow":         {Given: "tomorrow", Want: "an offset"},
		"getPlaces=hang header=x":         {Given: "header=x", Want: `header="Name: value"`},
		"getPlaces=hang header='a b: c'":  {Given: "header=a b: c", Want: `header="Name: value"`},
		"getPlaces=oversize 5TiB":         {Given: "5TiB", Want: "a size"},
		"getPlaces=oversize 5GiB":         {Given: "5GiB", Want: "a size"},
		"getPlaces=oversize 0":            {Given: "0", Want: "a size"},
		"getPlaces=nested deep":           {Given: "deep", Want: "a depth"},
		"getPlaces=drip fast":             {Given: "fast", Want: "a duration"},
		"getPlaces=missing":               {Given: "missing", Want: "missing PATH"},
		"getPlaces=set a":                 {Given: "a", Want: "set PATH=VALUE"},
		"getPlaces=set =1":                {Given: "=1", Want: "set PATH=VALUE"},
		"getPlaces=long a":                {Given: "long", Want: "long PATH SIZE"},
		"getPlaces=long a 65MiB":          {Given: "65MiB", Want: "up to 64MiB"},
		`getPlaces=long a 5 ""`:           {Given: "an empty text", Want: "long PATH SIZE"},
		"getPlaces=long a 5 b c":          {Given: "c", Want: "nothing"},
		"getPlaces=503 detail='x":         {Given: "503 detail='x", Want: "a quote that ends"},
		"getPlaces=status":                {Given: "", Want: "a status"},
		"getPlaces=expired now":           {Given: "now", Want: "nothing there"},
		"getPlaces=drip after-work":       {Given: "after-work", Want: "with drip one of"},
	}
	for spec, want := range tests {
		_, err := Parse(spec)
		e, ok := errors.AsType[*SpecError](err)
		if !ok {
			t.Errorf("%q: got %v, want a SpecError", spec, err)
			continue
		}
		if e.Given != want.Given || !strings.Contains(e.Want, want.Want) || strings.Contains(e.Error(), "\n") {
			t.Errorf("%q: got %q, want %q given and %q wanted", spec, e.Error(), want.Given, want.Want)
		}
	}
}

func TestCallsAreCountedFromOne(t *testing.T) {
	for calls, want := range map[string]string{
		"2":         ".x........",
		"1-3":       "xxx.......",
		"8-":        ".......xxx",
		"once":      "x.........",
		"every 3rd": "..x..x..x.",
		"every 1st": "xxxxxxxxxx",
		"every 2":   ".x.x.x.x.x",
		"1,3,9-10":  "x.x.....xx",
	} {
		rule, err := Parse("*:" + calls + "=hang")
		if err != nil {
			t.Error(err)
			continue
		}
		var got strings.Builder
		for n := uint64(1); n <= 10; n++ {
			got.WriteByte(map[bool]byte{true: 'x', false: '.'}[rule.wants(n)])
		}
		if got.String() != want {
			t.Errorf("%s acts on %s, want %s", calls, got.String(), want)
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
		rule, err := Parse(spec)
		if err != nil {
			if e, ok := errors.AsType[*SpecError](err); !ok || strings.ContainsAny(err.Error(), "\n\r\x1b") || e.Want == "" {
				t.Errorf("%q: %v", spec, err)
			}
			return
		}
		again, err := Parse(rule.String())
		if diff := cmp.Diff(rule, again, exposed()); diff != "" || err != nil {
			t.Errorf("%q reads as another rule the second time: %v\n%s", spec, err, diff)
		}
	})
}
