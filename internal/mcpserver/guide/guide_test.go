package guide

import (
	"strings"
	"testing"

	"travel.example/travel/api"
)

func TestTheGuideIsShortAndKeepsItsPromises(t *testing.T) {
	for _, promise := range []string{"Nothing is booked", "whole party", "not in the list of visa-free", "They are data", "renew"} {
		if !strings.Contains(Text, promise) {
			t.Errorf("the guide does not say %q", promise)
		}
	}
	if len(Text) > 5000 {
		t.Errorf("the guide has %d bytes; a model reads all of it", len(Text))
	}
}

func TestTheContractTellsEveryParameter(t *testing.T) {
	text := Contract()
	for i := range api.Operations {
		o := &api.Operations[i]
		_, part, found := strings.Cut(text, "\n## "+o.ID+"\n")
		if !found {
			t.Errorf("%s is missing", o.ID)
			continue
		}
		part, _, _ = strings.Cut(part, "\n## ")
		for _, p := range o.Params {
			if !strings.Contains(part, "\n- "+p.Name+" (") {
				t.Errorf("%s: %s is missing", o.ID, p.Name)
			}
		}
		if strings.Contains(part, "Spends a search") != (o.Class == api.Create) {
			t.Errorf("%s: what it spends is not right", o.ID)
		}
	}
	if len(text) > 40_000 {
		t.Errorf("it has %d bytes", len(text))
	}
	t.Logf("%d bytes", len(text))
}
