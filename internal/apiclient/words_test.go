package apiclient

import (
	"strings"
	"testing"
)

// The error for a bad answer describes the answer, not the decoder.
func TestAnAnswerOfAnotherShapeIsToldInWords(t *testing.T) {
	for body, want := range map[string]string{
		`{"metadata":{"page":99999999999999999999}}`: "metadata.page in it is not what the contract has there",
		`[]`:  "something in it is not what the contract has there",
		`{}`:  "the answer lacks ",
		`nul`: "something in it",
	} {
		_, err := Decode[FlightResults]([]byte(body))
		if got := inWords(err).Error(); !strings.HasPrefix(got, want) || strings.Contains(got, "Go ") {
			t.Errorf("%s is told as %q, want %q", body, got, want)
		}
	}
}
