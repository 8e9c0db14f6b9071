package commands

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"travel.example/travel/api"
)

// The service distinguishes given from absent values, so an explicit 0 or false must reach it, spelled as in the
// contract. A comma-separated list arrives as its items.
func TestWhatIsGivenArrivesAlsoWhenItIsNothing(t *testing.T) {
	service := &counter{}
	server := httptest.NewServer(service)
	defer server.Close()
	tried := 0
	walk(newTestRoot(t), func(cmd *cobra.Command) {
		id := cmd.Annotations["operationId"]
		op, ok := api.Find(id)
		if !ok {
			return
		}
		l := limitLine{t: t, cmd: cmd, service: service, url: server.URL, template: lineOf(t, id)}
		for _, p := range l.params(op) {
			if p.operation != id || !strings.HasPrefix(p.label, "--") {
				continue // reads after a create are tested on their own command
			}
			for value, want := range explicitValues(p.Param) {
				tried++
				_, _, stderr, asked := l.run(p, value)
				if last := asked[max(len(asked)-1, 0):]; len(last) != 1 || !carries(last[0], p.Param, want) {
					t.Errorf("%s %s=%s: %s is not in %v\n%s", cmd.CommandPath(), p.label, value, want, asked, stderr)
				}
			}
		}
	})
	if tried < 70 {
		t.Errorf("only %d values were tried", tried)
	}
}

// explicitValues maps explicit values that are easily lost, and lists of two, to the values that must arrive.
func explicitValues(p *api.Param) map[string]string {
	switch {
	case p.Kind == api.Boolean && !p.List:
		return map[string]string{"false": "false", "0": "false", "no": "false", "true": "true"}
	case p.List && len(p.Enum) > 1:
		both := p.Enum[0] + "," + p.Enum[1]
		return map[string]string{both: both}
	case p.List || p.Kind == api.String:
		return nil
	case p.HasDefault && p.HasMin:
		return map[string]string{p.Default: p.Default} // equal to the default, but explicit
	case p.HasMin && p.Min <= 0:
		return map[string]string{"0": "0"}
	}
	return nil
}

// carries reports whether a request has a parameter with this value.
func carries(request string, p *api.Param, value string) bool {
	_, rest, _ := strings.Cut(request, " ")
	target, body, _ := strings.Cut(rest, " ")
	if p.In == api.InBody {
		return strings.Contains(body, `"`+p.Name+`":`+value) || strings.Contains(body, `"`+p.Name+`":"`+value+`"`)
	}
	u, err := url.Parse(target)
	return err == nil && strings.Join(u.Query()[p.Name], ",") == value
}
