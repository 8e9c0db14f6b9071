package apiclient

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

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
			_, err := proxyFromEnvironment(&http.Request{URL: &url.URL{Scheme: "https", Host: "api.example"}})
			wrong, refused := errors.AsType[*ProxySettingError](err)
			if refused == fine || refused && (wrong.Variable != variable || strings.Contains(err.Error(), "can")) {
				t.Errorf("%s=%q: %v", variable, value, err)
			}
		}
	}
}
