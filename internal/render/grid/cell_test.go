package grid

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnknownIsNeverNo(t *testing.T) {
	got := []Answer{AnswerOf(nil), AnswerOf(new(true)), AnswerOf(new(false))}
	if diff := cmp.Diff([]Answer{Unknown, Yes, No}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var texts []string
	for _, a := range got {
		texts = append(texts, a.Cell().Text, a.Stated().Text)
	}
	want := "not known,not stated,yes,yes,no,no"
	if joined := strings.Join(texts, ","); joined != want {
		t.Errorf("texts: got %s, want %s", joined, want)
	}
}
