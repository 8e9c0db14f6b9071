package flights

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A service may confirm more than the contract names; what is not a plain yes under a plain name is
// left alone.
func TestSignalsThatTheContractDoesNotName(t *testing.T) {
	body := `{"legs":[
		{"signals":{"overnight":true,"extraLegroom":true,"wifi":true,"quiet":false,"bad name":true,"x\u001b":true,"score":3}},
		{"signals":{"newAircraft":true}}, {}]}`
	want := [][]string{{"extra legroom", "wifi"}, nil, nil}
	if diff := cmp.Diff(want, furtherSignals([]byte(body))); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if got := furtherSignals([]byte("[")); got != nil {
		t.Errorf("%q from half a body", got)
	}
}
