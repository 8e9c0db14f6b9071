package auth

import (
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// TestAProxyThatIsInTheWayIsNamedByItsHost runs sign-in and renewal in processes of their own, since the
// library reads the environment once.
func TestAProxyThatIsInTheWayIsNamedByItsHost(t *testing.T) {
	refusals := 0
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		refusals++
		if r.Method != http.MethodConnect {
			t.Errorf("the proxy got %s", r.Method)
		}
		w.WriteHeader(http.StatusProxyAuthRequired)
	}))
	defer proxy.Close()
	refusing := strings.Replace(proxy.URL, "//", "//robin:canary-password@", 1)
	for name, test := range map[string]struct{ proxy, want string }{
		"refuses": {refusing, "the proxy " + strings.TrimPrefix(proxy.URL, "http://") + ": it answered 407"},
		"is dead": {"http://robin:canary-password@127.0.0.1:1", "the proxy 127.0.0.1:1: dial tcp"},
		"socks":   {"socks5://robin:canary-password@127.0.0.1:1", "the proxy 127.0.0.1:1: dial tcp"},
	} {
		for _, task := range []string{"login", "careless"} {
			t.Run(name+" "+task, func(t *testing.T) {
				refusals = 0
				o := order{Task: task, Dir: t.TempDir(), Settings: Settings{Issuer: "https://auth.example", ClientID: "traveler"}}
				d := &desk{Client: o.client(), dir: o.Dir}
				l := sized(1, 20)
				l.facts.Issuer, l.facts.Token = o.Settings.Issuer, "https://auth.example/token"
				if _, err := d.vault.save(t.Context(), l); err != nil {
					t.Fatal(err)
				}
				before := d.stored(t)
				cmd := child(t, o)
				cmd.Env = append(cmd.Env, "HTTPS_PROXY="+test.proxy, "https_proxy=", "NO_PROXY=", "no_proxy=")
				out, err := cmd.CombinedOutput()
				if err == nil || !strings.Contains(string(out), test.want) || strings.Contains(string(out), "canary") || strings.Contains(string(out), "robin") {
					t.Errorf("%v\n%s", err, out)
				}
				if task == "careless" && !maps.Equal(before, d.stored(t)) {
					t.Error("the login changed")
				}
				if refusals > 2 {
					t.Errorf("%d tries", refusals)
				}
			})
		}
	}
}

func TestAProxyNeverStandsBeforeThisComputer(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://robin:canary@proxy.example:1")
	t.Setenv("HTTPS_PROXY", "http://robin:canary@proxy.example:1")
	for _, host := range []string{"127.0.0.1:9", "[::1]:9", "localhost:9", "sandbox.localhost:9"} {
		for _, scheme := range []string{"http", "https"} {
			proxy, err := proxyOf(&http.Request{URL: &url.URL{Scheme: scheme, Host: host}})
			if proxy != nil || err != nil {
				t.Errorf("%s goes through a proxy (%v)", host, err)
			}
		}
	}
}

// T48: net/http would go the direct way past a proxy whose address it cannot read.
func TestAnAddressThatNamesNoProxyIsNotPassedOver(t *testing.T) {
	for value, fine := range map[string]bool{
		"http://proxy.example:3128": true, "proxy.example:3128": true, "proxy.example": true, "robin:canary@proxy.example:3128": true,
		"HTTPS://proxy.example/": true, "socks5://[::1]:1080": true, "socks5h://proxy.example": true,
		"http://robin:can%25ary@proxy.example:3128": true,
		"http://robin:can%ary@proxy.example:3128":   false, "robin:can%ary@proxy.example": false,
		"http://robin:can#ary@proxy.example:3128": false, "http://robin:7/ary@proxy.example:3128": false,
		"http://robin:7?ary@proxy.example:3128": false, "http://robin:7#ary@proxy.example": false,
		"http://": false, "http://:3128": false, "http:": false, "/canary": false, "socks4://proxy.example": false,
		"ftp://proxy.example": false, "http://proxy.example:canary": false, "http://canary\n": false, " ": false,
	} {
		for _, variable := range []string{"HTTPS_PROXY", "https_proxy"} {
			t.Setenv("HTTPS_PROXY", "")
			t.Setenv("https_proxy", "")
			t.Setenv(variable, value)
			_, err := proxyOf(&http.Request{URL: &url.URL{Scheme: "https", Host: "api.example"}})
			wrong, refused := errors.AsType[*ProxySettingError](err)
			if refused == fine || refused && (wrong.Variable != variable || strings.Contains(err.Error(), "can")) {
				t.Errorf("%s=%q: %v", variable, value, err)
			}
		}
	}
}
