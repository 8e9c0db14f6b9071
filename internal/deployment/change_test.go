package deployment

import (
	"testing"

	"travel.example/travel/internal/config"
)

// The file holds nothing of another deployment for the built-in profile, so a command that sets it there
// would be refused.
func TestASettingIsChangedWhereItCanBe(t *testing.T) {
	away := map[string]string{"TRAVEL_API_URL": "https://api.travel.example"}
	named := map[string]string{"TRAVEL_API_URL": "https://api.travel.example", "TRAVEL_ISSUER": "https://id.travel.example"}
	for _, test := range []struct {
		env              map[string]string
		key, value, want string
	}{
		{away, "issuer", "https://a.example/", "export TRAVEL_ISSUER=https://a.example/"},
		{away, "sign-in-hosts", "a.example HOST", "export TRAVEL_SIGN_IN_HOSTS='a.example HOST'"},
		{away, "scopes", "openid", "travel config set scopes openid"},
		{away, "issuer", "", ""},
		{named, "issuer", "", "unset TRAVEL_ISSUER"},
	} {
		dir := t.TempDir()
		cfg, err := config.Load(config.Input{
			Getenv: func(name string) string {
				if name == "TRAVEL_CONFIG_DIR" || name == "TRAVEL_STATE_DIR" {
					return dir
				}
				return test.env[name]
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := ToChange(cfg, test.key, test.value); got != test.want {
			t.Errorf("%s=%q: %q, want %q", test.key, test.value, got, test.want)
		}
	}
}
