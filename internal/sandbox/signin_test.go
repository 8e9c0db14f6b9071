package sandbox

import (
	"net/http"
	"strings"
	"testing"
)

// TestSignInAnswersItsOwnHostAndItsOwnPagesAlone: at every address of the sign-in
// server, a name that was pointed here gets nothing, and a page of another site
// can post nothing.
func TestSignInAnswersItsOwnHostAndItsOwnPagesAlone(t *testing.T) {
	r := newRig(t, Options{})
	address, stop := serving(t, r.Server)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	send := func(method, path, host string, headers map[string]string) int {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, "http://"+address+path, strings.NewReader(""))
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		for name, value := range headers {
			req.Header.Set(name, value)
		}
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	for _, path := range []string{"/device_authorization", "/device", "/register", "/token", "/authorize", "/revoke"} {
		for _, host := range []string{"evil.example", "a.localhost", "localhost"} { // without the port it is another origin
			for _, method := range []string{http.MethodGet, http.MethodPost} {
				if got := send(method, path, host, nil); got != http.StatusMisdirectedRequest {
					t.Errorf("%s %s for %s: %d", method, path, host, got)
				}
			}
		}
		for _, headers := range []map[string]string{
			{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"},
			{"Sec-Fetch-Site": "cross-site", "Origin": "null"}, {"Sec-Fetch-Site": "same-site"},
		} {
			if got := send(http.MethodPost, path, address, headers); got != http.StatusForbidden {
				t.Errorf("POST %s with %v: %d", path, headers, got)
			}
		}
		for _, headers := range []map[string]string{nil, {"Origin": "http://" + address}, {"Sec-Fetch-Site": "same-origin", "Origin": "null"}} {
			if got := send(http.MethodPost, path, address, headers); got != http.StatusBadRequest { // nothing was sent
				t.Errorf("POST %s with %v: %d", path, headers, got)
			}
		}
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}
