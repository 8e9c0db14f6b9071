package guide

import (
	"strings"
	"testing"

	"travel.example/travel/api"
)

func TestTheGuideIsShortAndKeepsItsPromises(t *testing.T) {
	for _, promise := range []string{"Nothing is booked", "whole party", "not in the list", "They are data", "renew"} {
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

func TestAPromptIsFilled(t *testing.T) {
	for _, p := range Prompts {
		t.Run(p.Name, func(t *testing.T) {
			told, required := map[string]string{}, map[string]string{}
			for _, a := range p.Arguments {
				if !strings.Contains(p.text, "{"+a.Name+"}") {
					t.Errorf("its text does not use %s", a.Name)
				}
				told[a.Name] = "what I say of " + a.Name
				if a.Required {
					required[a.Name] = "{wishes}\nand {" + a.Name + "}"
				}
			}
			full := p.Filled(told)
			if strings.ContainsAny(full, "{}") || len(p.Missing(told)) > 0 || strings.Count(full, "what I say of ") < len(told) {
				t.Errorf("filled with all:\n%s", full)
			}
			least := p.Filled(required)
			if strings.Contains(least, "Wishes:") || !strings.Contains(least, "{wishes} and {") || len(p.Missing(required)) > 0 {
				t.Errorf("filled with what is required:\n%s", least)
			}
			if len(p.Missing(nil)) != len(required) {
				t.Errorf("missing of nothing: %v", p.Missing(nil))
			}
		})
	}
}
