package guestbook

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestATermIsFoundAsWholeWordsInAnyCase(t *testing.T) {
	for _, tt := range []struct {
		term, phrase string
		want         bool
	}{
		{"bed", "The bed was so comfortable", true},
		{"BED", "The bed was so comfortable", true},
		{"bed", "We loved the bedroom", false},
		{"wi-fi", "Fast wifi in every corner", true},
		{"wifi", "Fast Wi-Fi in every corner", true},
		{"check-in", "Early check-in without a fuss", true},
		{"in every", "Fast wifi in every corner", true},
		{"every in", "Fast wifi in every corner", false},
		{"corner", "Fast wifi in every corner.", true},
		{"", "Fast wifi", false},
		{" ! ", "Fast wifi", false},
		{"old quarter", "We loved staying in {district}, it felt", true},
		{"CAFÉ", "a café", true},
	} {
		f := book(1).Finder([]string{tt.term})
		if got := len(f.in(tt.phrase)) == 1; got != tt.want {
			t.Errorf("%q in %q: %v, want %v", tt.term, tt.phrase, got, tt.want)
		}
	}
}

func TestAFinderAgreesWithTheTexts(t *testing.T) {
	b := book(11)
	terms := []string{"breakfast", "zeppelin", "Shower", "breakfast"}
	f := b.Finder(terms)
	var want []string
	for _, term := range []string{"breakfast", "zeppelin", "Shower"} {
		mentioned := false
		for e := range b.Entries(today) {
			text := b.Text(e)
			words := strings.ToLower(strings.Join(slices.Concat([]string{text.Title}, text.Pros, text.Cons), " "))
			mentioned = mentioned || strings.Contains(words, strings.ToLower(term))
		}
		if mentioned {
			want = append(want, term)
		}
	}
	count := 0
	for e := range b.Entries(today) {
		text := b.Text(e)
		words := strings.ToLower(strings.Join(slices.Concat([]string{text.Title}, text.Pros, text.Cons), " "))
		if expected := strings.Contains(words, "breakfast") || strings.Contains(words, "shower"); f.Mentions(e) != expected {
			t.Fatalf("review %q: mentions %v", words, !expected)
		} else if expected {
			count++
		}
	}
	if diff := cmp.Diff(want, f.Found()); diff != "" || count < 20 {
		t.Errorf("%d reviews (-want +got):\n%s", count, diff)
	}
}

func FuzzSimplify(f *testing.F) {
	for _, seed := range []string{"", "bed", " Wi-Fi ", "it’s", "\xff", "İstanbul"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		plain := simplify(text)
		if again := simplify(plain); again != plain && strings.ToLower(plain) == plain {
			t.Errorf("%q is %q, and that is %q", text, plain, again)
		}
		if !strings.HasPrefix(plain, " ") || !strings.HasSuffix(plain, " ") || strings.Contains(plain, "  ") {
			t.Errorf("%q is %q", text, plain)
		}
	})
}
