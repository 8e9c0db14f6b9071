package auth

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
)

// A server that does not know the client or the redirect address shows that only in the browser.
func TestALongWaitForTheBrowserNamesTheUsualCauses(t *testing.T) {
	const waiting = "Still waiting for the browser. It must run on this computer, and the address above works in any of its browsers.\n"
	for from, want := range map[string]string{
		"": waiting,
		"TRAVEL_CLIENT_ID": waiting + "If the page shows an error, the server may not know client-id desk (set by TRAVEL_CLIENT_ID),\n" +
			"or may not accept the redirect address http://127.0.0.1:40001/callback for it.\n",
	} {
		d := newDesk(t, flow.Settings{Issuer: "https://auth.example.com", ClientID: "desk", ClientIDFrom: from})
		in := &signIn{Client: d.Client}
		if diff := cmp.Diff(want, in.waitingHint("http://127.0.0.1:40001/callback")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", from, diff)
		}
	}
}
