package child

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAChildSeesNoSecretOfOurs(t *testing.T) {
	given := []string{
		"PATH=/bin", "EMPTY=", "EQUALS=a=b@c", "=C:=C:\\travel",
		"TRAVEL_TOKEN=canary", "travel_token=canary", "TRAVEL_PROFILE=work",
		"HTTPS_PROXY=http://ada:canary@proxy.example:3128",
		"https_proxy=http://ada:can@ary@proxy.example:3128",
		"ALL_PROXY=socks5://canary@proxy.example",
		"all_proxy=ada:canary@proxy.example:3128",
		"ftp_proxy=http://ada:can/ary#x://y@proxy.example/",
		"RSYNC_PROXY=ada:can://ary@proxy.example:80",
		"http_proxy=http://proxy.example:3128",
		"NO_PROXY=localhost,.example",
	}
	want := []string{
		"PATH=/bin", "EMPTY=", "EQUALS=a=b@c", "=C:=C:\\travel",
		"HTTPS_PROXY=http://proxy.example:3128",
		"https_proxy=http://proxy.example:3128",
		"ALL_PROXY=socks5://proxy.example",
		"all_proxy=proxy.example:3128",
		"ftp_proxy=http://proxy.example/",
		"RSYNC_PROXY=proxy.example:80",
		"http_proxy=http://proxy.example:3128",
		"NO_PROXY=localhost,.example",
	}
	if diff := cmp.Diff(want, environment(given)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
