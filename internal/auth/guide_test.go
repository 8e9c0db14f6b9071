package auth

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
)

// A server that does not know the client or the redirect address shows that in the browser, and no one
// comes back.
func TestWhoComesBackFromNoPageIsToldTheUsualCauses(t *testing.T) {
	const waiting = "Still waiting for the browser. It must run on this computer, and the address above works in any of its browsers.\n"
	const causes = waiting + "If the page shows an error, end this with Ctrl-C. The usual causes:\n"
	for name, test := range map[string]struct {
		client, from, redirect string
		port                   int
		want                   string
	}{
		"a client by setting": {"desk", "TRAVEL_CLIENT_ID", "http://127.0.0.1:40001/callback", 0, causes +
			"- It does not know client-id desk, set by TRAVEL_CLIENT_ID; travel doctor asks it.\n" +
			"- The redirect address is not registered for that client: http://127.0.0.1/callback, on any port.\n" +
			"  For a server that wants one port, here: set redirect-port=8085, and there: http://127.0.0.1:8085/callback\n"},
		"without IPv4": {"desk", "--client-id", "http://[::1]:40001/back", 0, causes +
			"- It does not know client-id desk, set by --client-id; travel doctor asks it.\n" +
			"- The redirect address is not registered for that client: http://[::1]/back, on any port.\n" +
			"  For a server that wants one port, here: set redirect-port=8085, and there: http://[::1]:8085/back\n"},
		"a fixed port": {"desk", "TRAVEL_CLIENT_ID", "http://127.0.0.1:8085/callback", 8085, causes +
			"- It does not know client-id desk, set by TRAVEL_CLIENT_ID; travel doctor asks it.\n" +
			"- The redirect address is not registered for that client: http://127.0.0.1:8085/callback\n"},
		"a registered client": {"", "", "http://127.0.0.1:40001/callback", 0, causes +
			"- It does not take the redirect address that this program has registered there: http://127.0.0.1/callback, on any port.\n" +
			"  For a server that wants one port, here: set redirect-port=8085\n"},
		"the built-in sandbox": {"travel-cli", "", "http://127.0.0.1:40001/callback", 0, waiting},
	} {
		d := newDesk(t, flow.Settings{
			Issuer: "https://auth.example.com", ClientID: test.client, ClientIDFrom: test.from, RedirectPort: test.port,
			Change: func(setting, value string) string { return "set " + setting + "=" + value },
		}, func(o *Options) { o.ClientDir = t.TempDir() })
		in := &signIn{Client: d.Client}
		if diff := cmp.Diff(test.want, in.waitingHint(test.redirect)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
