package oauth

import (
	"testing"

	"travel.example/travel/internal/sandbox/webpage/pagetest"
)

func TestAPageEscapesWhateverItIsGiven(t *testing.T) {
	for name, view := range map[string]any{
		"signin.html": consentView{}, "problem.html": problemView{}, "device.html": codeView{}, "done.html": doneView{},
	} {
		pagetest.Compare(t, pageFiles, name, view, func(view any) any { return view })
	}
}
