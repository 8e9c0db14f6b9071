package transport

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCheckURLOpensTheGateForWebPagesOnly(t *testing.T) {
	long := "https://auth.example.com/" + strings.Repeat("a", MaxURL)
	want := map[string]string{ // "" means refused
		"https://auth.example.com/authorize?a=b#c":  "https://auth.example.com/authorize?a=b#c",
		"https://auth.example.com:8443":             "https://auth.example.com:8443",
		"http://127.0.0.1:80/x":                     "http://127.0.0.1:80/x",
		"http://127.9.9.9/":                         "http://127.9.9.9/",
		"http://[::1]:3/":                           "http://[::1]:3/",
		"http://localhost/":                         "http://localhost/",
		"http://sandbox.localhost/":                 "http://sandbox.localhost/",
		"https://xn--bcher-kva.example/":            "https://xn--bcher-kva.example/",
		"https://auth.example.com/a%0d%0ab":         "https://auth.example.com/a%0d%0ab",
		`https://auth.example.com/"'<>`:             "https://auth.example.com/%22%27%3C%3E",
		"http://auth.example.com/":                  "",
		"http://127.0.0.1.evil.example/":            "",
		"http://127.0.0.1./":                        "", // F4: a name, whatever it looks like
		"http://localhost.evil.example/":            "",
		"http://0x7f000001/":                        "",
		"http://2130706433/":                        "",
		"https://ada@auth.example.com/":             "",
		"https://auth.example.com@evil.example/":    "",
		`https://auth.example.com\@evil.example/`:   "",
		"https://b\u00fccher.example/":              "",
		"https://auth.ex%61mple.com/":               "",
		"https:///authorize":                        "",
		"https:auth.example.com":                    "",
		"//auth.example.com/":                       "",
		"auth.example.com":                          "",
		"file:///etc/passwd":                        "",
		"javascript:alert(1)":                       "",
		"data:text/html,x":                          "",
		"ms-settings:":                              "",
		"-https://auth.example.com/":                "",
		"--version":                                 "",
		"https://auth.example.com:0/":               "",
		"https://auth.example.com:/":                "",
		"https://auth.example.com:65536/":           "",
		"https://auth.example.com:abc/":             "",
		"http://[::1]:0/":                           "",
		"https://auth.example.com/ a":               "",
		" https://auth.example.com/":                "",
		"https://auth.example.com/\n":               "",
		"https://auth.example.com/\x00":             "",
		"https://auth.example.com/\x1b]52;c;x\a":    "",
		"https://auth.example.com/\u202etxt.exe":    "",
		"https://auth.example.com/\u200b":           "",
		"https://auth.example.com/\U000E0041":       "",
		"https://auth.example.com/\xff":             "",
		"https://auth.example.com:99999999999/\x7f": "",
		"":   "",
		long: "",
	}
	got := map[string]string{}
	for raw := range want {
		checked, err := CheckURL(raw)
		got[raw] = checked
		if (err == nil) != (checked != "") {
			t.Errorf("%q: %q with error %v", raw, checked, err)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzCheckURL(f *testing.F) {
	for _, seed := range []string{"https://auth.example.com/a?b=c#d", "http://127.0.0.1:1/", "https://a@b", "http:\\\\x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		checked, err := CheckURL(raw)
		if err != nil {
			return
		}
		if !strings.HasPrefix(checked, "https://") && !strings.HasPrefix(checked, "http://") || strings.ContainsFunc(checked, isUnsafe) {
			t.Errorf("%q became %q", raw, checked)
		}
		if again, err := CheckURL(checked); err != nil || again != checked {
			t.Errorf("%q is not stable: %q, %v", checked, again, err)
		}
	})
}
