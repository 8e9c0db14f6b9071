package places

import "testing"

func TestASuggestionBeginsAsItIsTyped(t *testing.T) {
	for _, test := range []struct {
		s     Suggestion
		typed string
		want  bool
	}{
		{Suggestion{Typed: "LHR", Name: "London Heathrow"}, "lh", true},
		{Suggestion{Typed: "LHR", Name: "London Heathrow"}, "LHR", true},
		{Suggestion{Typed: "LHR", Name: "London Heathrow"}, "heath", true},
		{Suggestion{Typed: "LHR", Name: "London Heathrow"}, "don", false},
		{Suggestion{Typed: "GRU", Name: "São Paulo"}, " sao p", true},
		{Suggestion{Typed: "GRU", Name: "São Paulo"}, "gruu", false},
		{Suggestion{Typed: "QQQ"}, "", true},
		{Suggestion{Typed: "Ouro Preto", Name: "Ouro Preto"}, "pre", true},
		{Suggestion{Typed: "東京", Name: "東京"}, "東", true},
		{Suggestion{Typed: "東京", Name: "東京"}, "e", false},
	} {
		if got := test.s.Begins(test.typed); got != test.want {
			t.Errorf("%q begins %+v: %t", test.typed, test.s, got)
		}
	}
}
