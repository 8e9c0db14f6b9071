package config

import (
	"path/filepath"
	"testing"
)

// Files go where the system wants them, unless our own variables say otherwise.
func TestPathsFollowTheSystem(t *testing.T) {
	tests := []struct {
		name, goos, home string
		env              map[string]string
		config, state    string
		lock             string
	}{
		{"linux", "linux", "/home/a", nil, "/home/a/.config/travel", "/home/a/.local/state/travel", "/home/a/.local/state/travel/locks"},
		{"XDG", "linux", "/home/a", map[string]string{"XDG_CONFIG_HOME": "/x", "XDG_STATE_HOME": "/y"}, "/x/travel", "/y/travel", "/home/a/.local/state/travel/locks"},
		{"relative XDG", "freebsd", "/home/a", map[string]string{"XDG_CONFIG_HOME": "x", "XDG_STATE_HOME": "./y"}, "/home/a/.config/travel", "/home/a/.local/state/travel", "/home/a/.local/state/travel/locks"},
		{"own", "linux", "/home/a", map[string]string{"TRAVEL_CONFIG_DIR": "/c/", "TRAVEL_STATE_DIR": "/s/../t", "XDG_CONFIG_HOME": "/x"}, "/c", "/t", "/home/a/.local/state/travel/locks"},
		{"no home", "linux", "", map[string]string{"TRAVEL_CONFIG_DIR": "/c", "TRAVEL_STATE_DIR": "/s"}, "/c", "/s", "/s/locks"},
		{"macOS", "darwin", "/Users/a", map[string]string{"XDG_CONFIG_HOME": "/x"}, "/Users/a/Library/Application Support/travel", "/Users/a/Library/Application Support/travel/state", "/Users/a/Library/Application Support/travel/state/locks"},
		{"windows", "windows", "/Users/a", map[string]string{"APPDATA": "/r", "LOCALAPPDATA": "/l", "XDG_CONFIG_HOME": "/x"}, "/r/travel", "/l/travel", "/Users/a/AppData/Local/travel/locks"},
		{"windows without variables", "windows", "/Users/a", nil, "/Users/a/AppData/Roaming/travel", "/Users/a/AppData/Local/travel", "/Users/a/AppData/Local/travel/locks"},
	}
	for _, test := range tests {
		got, err := Input{Getenv: env(test.env), Home: filepath.FromSlash(test.home), GOOS: test.goos}.dirs()
		got.place = ""
		want := dirs{config: filepath.FromSlash(test.config + "/config.yaml"), state: filepath.FromSlash(test.state), lock: filepath.FromSlash(test.lock), goos: test.goos}
		if err != nil || got != want {
			t.Errorf("%s: got %+v, %v, want %+v", test.name, got, err, want)
		}
	}
	_, err := Input{Getenv: env(nil), GOOS: "linux"}.dirs()
	if err != nil {
		t.Errorf("no home: %v", err)
	}
}
