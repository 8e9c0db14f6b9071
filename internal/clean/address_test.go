package clean

import (
	"net/url"
	"strings"
	"testing"
	"unicode"
)

func TestAddressesSayWhereTheyLead(t *testing.T) {
	long := "https://site.example/checkout/" + strings.Repeat("abc/", 200)
	tests := map[string]struct{ in, want string }{
		"as it is":                {"https://site.example/a?b=c%20d&e=%2F#f", "https://site.example/a?b=c%20d&e=%2F#f"},
		"however long":            {long, long},
		"a host in other letters": {"https://münchen.example:8443/ü?q=ü", "https://xn--mnchen-3ya.example:8443/%C3%BC?q=%C3%BC"},
		"a host that looks alike": {"https://\u0430pple.example/", "https://xn--pple-43d.example/"},
		"upper case letters":      {"https://MÜNCHEN.example/", "https://xn--mnchen-3ya.example/"},
		"a host of one script":    {"https://例え.テスト/", "https://xn--r8jz45g.xn--zckzah/"},
		"Arabic":                  {"https://مثال.إختبار/", "https://xn--mgbh0fb.xn--kgbechtv/"},
		"no lowest code point":    {"https://他们为什么不说中文.example/", "https://xn--ihqwcrb4cv8a8dqg056pqjye.example/"},
		"numbers between letters": {"https://3年b組金八先生.example", "https://xn--3b-ww4c5e180e575a65lsy2b.example"},
		"reordered text":          {"https://site.example/\u202egnp.exe", "https://site.example/%E2%80%AEgnp.exe"},
		"in the query":            {"https://site.example/?a=\u202e\u2028", "https://site.example/?a=%E2%80%AE%E2%80%A8"},
		"control characters":      {"https://site.example/\x1b[31m", "https://site.example/"},
		"IPv6":                    {"http://[::1]:8787/x", "http://[::1]:8787/x"},
		"nothing":                 {"", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := Address(tt.in); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func FuzzAddressIsPrintableASCII(f *testing.F) {
	for _, s := range []string{"https://münchen.example/ü", "\x1b]8;;x", "http://a:b@c/%zz", "//\u202e", "https://\U0010FFFF.\u00df./"} {
		f.Add(s)
	}
	ascii := func(s string) bool {
		return strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Address(s)
		for i := range len(got) {
			if got[i] < ' ' || got[i] > '~' {
				t.Fatalf("Address(%+q) = %+q", s, got)
			}
		}
		if u, err := url.Parse(s); err == nil && ascii(u.Host) && u.Host != "" {
			if again, err := url.Parse(got); err != nil || again.Host != u.Host || again.Path != u.Path {
				t.Errorf("Address(%+q) = %+q leads elsewhere", s, got)
			}
		}
	})
}
