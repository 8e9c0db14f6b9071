package flights

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
)

func TestDearerOptionsGiveMore(t *testing.T) {
	for x := range openables() {
		for _, o := range x.read(t, dollars).Options {
			if x.offer.Refundable && !o.Refundable {
				t.Errorf("fare %s is refundable, its option %q is not", x.id, o.Name)
			}
		}
		if got := x.read(t, dollars).Options[0]; !x.offer.Refundable && got.Refundable {
			t.Errorf("fare %s is not refundable, its cheapest option %q is", x.id, got.Name)
		}
	}
}

func TestThePlainestOptionIncludesTheBaggageThatTheFareStates(t *testing.T) {
	silent := 0
	for x := range openables() {
		got := x.read(t, dollars).Options[0].Baggage
		if got.Cabin == nil {
			silent++
		}
		if want := allowanceOf(x.offer.Baggage); want != nil && *got.Checked != *want.Checked {
			t.Errorf("fare %s: checked %q, its plainest option %q", x.id, *want.Checked, *got.Checked)
		}
	}
	if silent == 0 {
		t.Error("every carrier states its cabin baggage")
	}
}

var names = regexp.MustCompile(`^(Economy|Premium Economy|Business|First) (Lite|Basic|Saver|Plus|Standard|Flex|Full Flex)$`)

func TestNamesAreTheCabinAndPlainWords(t *testing.T) {
	for x := range openables() {
		for _, o := range x.read(t, dollars).Options {
			if !names.MatchString(o.Name) || x.query.Cabin == "business" && !strings.HasPrefix(o.Name, "Business ") {
				t.Errorf("an option in %s is called %q", x.query.Cabin, o.Name)
			}
		}
	}
}

func TestTermsAreTheCarriersOwnLinksOrAbsent(t *testing.T) {
	with, without := 0, 0
	for x := range openables() {
		for _, o := range x.read(t, dollars).Options {
			if o.TermsUrls == nil {
				without++
				continue
			}
			with++
			if len(o.TermsUrls) == 0 {
				t.Errorf("fare %s: an empty list of terms", x.id)
			}
			for _, link := range o.TermsUrls {
				u, err := url.Parse(link)
				if err != nil || u.Scheme != "https" || !strings.HasSuffix(u.Host, ".airline.example") {
					t.Errorf("terms at %q: %v", link, err)
				}
			}
		}
	}
	if with == 0 || without == 0 {
		t.Errorf("%d options with terms, %d without", with, without)
	}
}
