package main

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/testkit/need"
)

// contacts are lines of someone who looks around, with what could be tempted to ask somewhere else: the
// version, the checks, the scripts for TAB and for agents.
var contacts = []string{
	"--version", "version --json", "help", "schema", "skill print", "completion bash", "doctor", "quota", "health",
	"flights search DXB LHR +30d", "flights trip 1", "flights link --share",
	"flights calendar LIS MAD +40d --flex 1 --yes", "hotels search Lisbon +30d +3d", "hotels rates 1", "hotels booking-link 1a", "explore DXB --to LIS,BKK --yes",
	"flights search DXB LHR +31d", "keep trip:1 hotel:1", "kept", "report kept:1 --md", "watch add kept:1", "watch run --yes", "countries holidays PT", "whoami", "feedback --rating 5",
}

// remote is an address beyond this process that something is sent to or connected with, as strace tells it.
var remote = regexp.MustCompile(`sin6?_port=htons\((\d+)\).*?(?:inet_addr\("|inet_pton\(AF_INET6, ")([^"]+)"`)

// TestOnlyTheDeploymentIsContacted (docs/threats.md, T54) watches the system calls that reach another machine, or another
// process by the network: the built-in sandbox needs none, and with a deployment there is none but to
// its address. No report, no check for updates, no name that is looked up.
func TestOnlyTheDeploymentIsContacted(t *testing.T) {
	t.Parallel()
	tr := newTraveler(t)
	clock := httptest.NewServer(tr.stage)
	t.Cleanup(clock.Close)
	stage := []string{"SCRIPT_CLOCK=" + clock.URL} // so that no one waits; left out of what is reached
	for name, test := range map[string]struct {
		env  []string
		want string // the only address, "" for none
	}{
		"the sandbox":  {stage, ""},
		"a deployment": {append(stage, "TRAVEL_API_URL="+tr.vars["TRAVEL_API_URL"], "TRAVEL_TOKEN="+tr.vars["TRAVEL_TOKEN"]), tr.vars["TRAVEL_API_URL"]},
	} {
		home := t.TempDir()
		reached := 0
		for _, line := range contacts {
			for _, at := range contacted(t, home, test.env, line) {
				if at == clock.URL {
					continue
				}
				if reached++; at != test.want {
					t.Errorf("%s: travel %s reaches %s, want %q alone", name, line, at, test.want)
				}
			}
		}
		if test.want != "" && reached < len(contacts)/2 {
			t.Errorf("%s: %d connections were seen, which cannot be all", name, reached)
		}
	}
}

// contacted runs a line, which must work, and lists the addresses that it reached.
func contacted(t *testing.T, home string, env []string, line string) []string {
	t.Helper()
	travel, err := exec.LookPath("travel")
	if err != nil {
		t.Fatal(err)
	}
	trace := filepath.Join(home, "trace")
	words := slices.Concat(need.Strace(t, trace, "connect,sendto,sendmsg,sendmmsg", ""), []string{travel}, strings.Fields(line))
	cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
	cmd.Env = append([]string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}, env...)
	if out, err := cmd.CombinedOutput(); err != nil && line != "doctor" { // which finds that the clock is another
		t.Errorf("travel %s: %v\n%s", line, err, out)
	}
	text, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, at := range remote.FindAllStringSubmatch(string(text), -1) {
		found = append(found, "http://"+at[2]+":"+at[1])
	}
	return found
}
