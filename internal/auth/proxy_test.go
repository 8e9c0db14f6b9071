package auth

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/testkit/authtest"
	"travel.example/travel/internal/testkit/storetest"
)

// TestAProxyThatIsInTheWayIsNamedByItsHost runs sign-in and renewal in processes of their own,
// since the library reads the environment once.
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
				o := order{Task: task, Dir: t.TempDir(), Settings: flow.Settings{Issuer: "https://auth.example", ClientID: "traveler"}}
				d := &desk{Client: o.client(), dir: o.Dir}
				l := storetest.Sized(1, 20)
				l.Account.Issuer, l.Token = o.Settings.Issuer, "https://auth.example/token"
				if err := vault.Save(t.Context(), d.opts.Store, bound(d, l)); err != nil {
					t.Fatal(err)
				}
				before := d.stored(t)
				cmd := authtest.Child(t, o)
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
