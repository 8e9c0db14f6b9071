package search

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/offer"
)

func listing(whole bool, rows ...string) Listing {
	l := Listing{Whole: whole}
	for _, row := range rows {
		fields := strings.Fields(row) // id, price, currency
		l.Offers = append(l.Offers, offer.Offer{ID: fields[0], Price: offer.Money{Amount: fields[1], Currency: fields[2]}})
	}
	return l
}

func TestChangesClaimOnlyWhatIsKnown(t *testing.T) {
	type change struct {
		Kind     ChangeKind
		Row      int
		Was, Now string
	}
	const all, page = true, false
	for name, test := range map[string]struct {
		before, now Listing
		want        []change
	}{
		"nothing": {listing(all, "a 1 USD"), listing(all, "a 1 USD"), nil},
		"another place in the ranking is not a change": {
			listing(all, "a 1 USD", "b 2 USD"), listing(all, "b 2 USD", "a 1 USD"), nil,
		},
		"cheaper and dearer": {
			listing(page, "a 398 USD", "b 99.99 USD"), listing(page, "a 391 USD", "b 100 USD"),
			[]change{{Cheaper, 0, "398", "391"}, {Dearer, 1, "99.99", "100"}},
		},
		"a zero more says the same": {listing(all, "a 12.5 USD"), listing(all, "a 12.50 USD"), nil},
		"two currencies cannot be compared": {
			listing(all, "a 5 USD"), listing(all, "a 4 EUR"), []change{{Repriced, 0, "5", "4"}},
		},
		"absurd numbers cannot be compared": {
			listing(all, "a 1e400 USD", "b 7 USD", "c 1 USD"), listing(all, "a 2 USD", "b 1e999999999 USD", "c "+strings.Repeat("9", 50)+" USD"),
			[]change{{Repriced, 0, "1e400", "2"}, {Repriced, 1, "7", "1e999999999"}, {Repriced, 2, "1", strings.Repeat("9", 50)}},
		},
		"new and gone where everything is listed": {
			listing(all, "a 1 USD", "b 2 USD"), listing(all, "c 3 USD", "a 1 USD"),
			[]change{{New, 0, "", "3"}, {Gone, -1, "2", ""}},
		},
		"only entered and left where pages follow": {
			listing(page, "a 1 USD", "b 2 USD"), listing(page, "c 3 USD", "a 1 USD"),
			[]change{{Entered, 0, "", "3"}, {Left, -1, "2", ""}},
		},
		"new is known by the older list, gone by the newer": {
			listing(all, "a 1 USD"), listing(page, "b 2 USD"),
			[]change{{New, 0, "", "2"}, {Left, -1, "1", ""}},
		},
		"a row twice is one row": {
			listing(all, "a 1 USD", "a 2 USD"), listing(all, "a 1 USD", "a 9 USD"), nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []change
			for _, c := range Compare(test.before, test.now) {
				got = append(got, change{c.Kind, c.Row, c.Was.Price.Amount, c.Now.Price.Amount})
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestTheLowestPriceIsKnownOrNotSaid(t *testing.T) {
	for name, test := range map[string]struct {
		list Listing
		want string // "" for not known
	}{
		"one":            {listing(true, "a 10 USD"), "a"},
		"exactly":        {listing(true, "a 0.30000000000000004 USD", "b 0.3 USD"), "b"},
		"negative":       {listing(true, "a 10 USD", "b -5 USD"), "b"},
		"two currencies": {listing(true, "a 10 USD", "b 5 EUR"), ""},
		"no number":      {listing(true, "a 10 USD", "b 1e3 USD"), ""},
		"none":           {Listing{}, ""},
	} {
		got, ok := Lowest(test.list)
		if got.ID != test.want || ok != (test.want != "") {
			t.Errorf("%s: %q %t, want %q", name, got.ID, ok, test.want)
		}
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("398", "391", "USD", "USD")
	f.Add("1e999999999", "1", "USD", "USD")
	f.Fuzz(func(t *testing.T, was, now, from, to string) {
		before := Listing{Offers: []offer.Offer{{ID: "a", Price: offer.Money{Amount: was, Currency: from}}}}
		after := Listing{Offers: []offer.Offer{{ID: "a", Price: offer.Money{Amount: now, Currency: to}}}}
		there, back := Compare(before, after), Compare(after, before)
		if len(there) != len(back) {
			t.Fatalf("%v and back %v", there, back)
		}
		opposite := map[ChangeKind]ChangeKind{Cheaper: Dearer, Dearer: Cheaper, Repriced: Repriced}
		for i := range there {
			if back[i].Kind != opposite[there[i].Kind] {
				t.Errorf("%s to %s is %s, back it is %s", was, now, there[i].Kind, back[i].Kind)
			}
		}
	})
}
