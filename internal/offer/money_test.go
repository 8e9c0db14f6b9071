package offer

import (
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/testkit/cleantest"
)

func TestMoneyIsWrittenAsPeopleOfTheLocaleDo(t *testing.T) {
	tests := []struct{ amount, currency, locale, want string }{
		{"412", "USD", "", "$412"},
		{"412.00", "USD", "en", "$412"},
		{"412.5", "USD", "en-US", "$412.50"},
		{"1204.50", "EUR", "en", "€1,204.50"},
		{"1515", "AED", "en", "AED 1,515"},
		{"-412", "USD", "en", "-$412"},
		{"1204.5", "EUR", "de", "1.204,50 €"},
		{"1204.5", "EUR", "de-AT", "€ 1.204,50"},
		{"1204.5", "CHF", "de-CH", "CHF 1'204.50"},
		{"-1204.5", "CHF", "de_CH", "CHF-1'204.50"},
		{"1204.5", "USD", "fr-FR", "1 204,50 $US"},
		{"1204.5", "USD", "fr-CA", "1 204,50 $ US"},
		{"1234", "EUR", "es", "1234 €"},
		{"12345", "EUR", "es-ES", "12.345 €"},
		{"1234", "USD", "es-MX", "USD 1,234"},
		{"1234567.89", "INR", "en-IN", "₹12,34,567.89"},
		{"1234567.89", "INR", "hi", "₹12,34,567.89"},
		{"412", "USD", "en-GB", "US$412"},
		{"412", "USD", "en-KE", "US$412"},
		{"412", "AUD", "en-AU", "$412"},
		{"182400", "JPY", "ja-JP", "￥182,400"},
		{"182400.5", "JPY", "en", "¥182,400.5"},
		{"12.345", "KWD", "en", "KWD 12.345"},
		{"12.5", "KWD", "en", "KWD 12.500"},
		{"412", "EUR", "nl", "€ 412"},
		{"-412", "EUR", "nl", "€ -412"},
		{"412", "SEK", "sv", "412 kr"},
		{"-412", "SEK", "sv", "−412 kr"},
		{"412", "BRL", "pt-BR", "R$ 412"},
		{"1234", "EUR", "pt-AO", "1234 €"},
		{"412", "AED", "ar-AE", "412 AED"},
		{"412", "ILS", "he", "412 ₪"},
		{"412", "TWD", "zh-TW", "$412"},
		{"412", "HKD", "zh-Hant-HK", "HK$412"},
		{"412", "NOK", "no", "412 kr"},
		{"412", "USD", "xx-unknown", "$412"},
		{"412", "USD", "en-u-nu-thai", "$412"},
		{"412", "XYZ", "en", "XYZ 412"},
		{"0.1", "USD", "en", "$0.10"},
		{"0", "USD", "en", "$0"},
		{"-0", "USD", "en", "-$0"},
		{"1.5e3", "USD", "en", "$1,500"},
		{"15e-1", "USD", "en", "$1.50"},
		{"1.2345", "USD", "en", "$1.2345"},
		{"412.10000000000002", "USD", "en", "$412.10"},
		{"411.99999999999994", "USD", "en", "$412"},
		{"999.9999999", "USD", "en", "$1,000"},
		{"412.1234567", "USD", "en", "$412.12"},
		{"12345678901234567890", "USD", "en", "$12,345,678,901,234,567,890"},
		{"1e400", "USD", "en", "1e400 USD"},
		{"1e-400", "USD", "en", "1e-400 USD"},
		{"NaN", "USD", "en", "NaN USD"},
		{"free\x1b[31m!", "\x07", "en", "free!"},
		{"", "USD", "en", "USD"},
	}
	for _, tt := range tests {
		t.Run(tt.amount+" "+tt.currency+" "+tt.locale, func(t *testing.T) {
			got := strings.ReplaceAll(Money{tt.amount, tt.currency}.Text(tt.locale), "\u00a0", " ")
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestAmountsThatCannotBeRightAreMarked(t *testing.T) {
	tests := map[string]bool{
		"412": false, "0.01": false, "999999999999": false, "1e11": false, "0.012": false,
		"0.0000001": true, "1e-9": true, "0.004": true,
		"0": true, "-0.01": true, "1000000000000": true, "1e400": true, "NaN": true, "": true, "0x1F": true, "1.": true, ".5": true, "+1": true, "1e": true, "1_000": true,
	}
	for amount, want := range tests {
		if got := (Money{amount, "USD"}).Doubtful(); got != want {
			t.Errorf("%q: got %v, want %v", amount, got, want)
		}
	}
}

// One amount that cannot be a price must not make the others unreadable.
func TestATinyPriceDoesNotChangeTheDigitsOfOthers(t *testing.T) {
	for tiny, wants := range map[string][2]string{
		"0.0000001": {"$0", "$0.00"}, "1e-9": {"$0", "$0.00"}, "0.000001": {"$0.000001", "$0.000001"},
	} {
		for i, others := range [][]string{{"$412", "$1,000"}, {"$412.50", "$1,000.00"}} {
			list := []Money{{strings.NewReplacer("$", "", ",", "").Replace(others[0]), "USD"}, {tiny, "USD"}, {"1000", "USD"}}
			if diff := cmp.Diff([]string{others[0], wants[i], others[1]}, Texts(list, "en", false)); diff != "" {
				t.Errorf("beside %s (-want +got):\n%s", tiny, diff)
			}
		}
	}
}

func TestPricesUnderEachOtherHaveTheSameDecimals(t *testing.T) {
	list := []Money{{"412", "USD"}, {"398.5", "USD"}, {"1000", "JPY"}, {"-1", "USD"}}
	for name, test := range map[string]struct{ got, want []string }{
		"symbols": {Texts(list, "en", false), []string{"$412.00", "$398.50", "¥1,000", "-$1.00"}},
		"plain": {
			[]string{list[0].Figures(), list[1].Figures(), list[3].Figures(), Money{"x", "USD"}.Figures()}, []string{"412", "398.50", "-1", "x"},
		},
		"ASCII": {Texts(list, "en", true), []string{"$412.00", "$398.50", "JPY 1,000", "-$1.00"}},
	} {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestEveryLocaleOfTheTableWritesMoneySafely(t *testing.T) {
	locales := 0
	for line := range strings.Lines(formats) {
		locale, _, _ := strings.Cut(line, "\t")
		locales++
		for _, code := range []string{"USD", "EUR", "AED", "XOF", "XCG", "CNY", "ILS", "BGN"} {
			for _, amount := range []string{"1234567.5", "-1", "0"} {
				text := Money{amount, code}.Text(locale)
				if bad := cleantest.Unsafe(text); bad != "" || strings.ContainsAny(text, "¤#") {
					t.Errorf("%s %s: %+q holds %s", locale, code, text, bad)
				}
				if amount == "-1" && !strings.ContainsAny(text, "-−") {
					t.Errorf("%s %s: %q hides that the amount is negative", locale, code, text)
				}
			}
		}
	}
	if locales < 100 {
		t.Errorf("the table has %d locales", locales)
	}
}

// FuzzDecimalKeepsItsValue compares with exact arithmetic.
func FuzzDecimalKeepsItsValue(f *testing.F) {
	for _, s := range []string{"0", "-0", "1.50", "1e3", "12E-5", "007", "1.", "-", "1e99", "9.9999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, ok := parseDecimal(s)
		Money{s, "USD"}.Text("de")
		if !ok {
			return
		}
		want, ok := new(big.Rat).SetString(s)
		if !ok {
			t.Fatalf("%q was taken for a number", s)
		}
		text := d.whole + "." + d.fraction + "0"
		if d.negative {
			text = "-" + text
		}
		got, ok := new(big.Rat).SetString(text)
		if !ok || got.Cmp(want) != 0 {
			t.Errorf("%q became %q", s, text)
		}
		for decimals := range 5 {
			half := new(big.Rat).Mul(big.NewRat(1, 2), new(big.Rat).SetFrac64(1, int64([...]int{1, 10, 100, 1000, 10000}[decimals])))
			r := d.round(decimals)
			near, _ := new(big.Rat).SetString(r.whole + "." + r.fraction + "0")
			if off := new(big.Rat).Sub(near, got.Abs(got)); off.Abs(off).Cmp(half) > 0 {
				t.Errorf("%q rounded to %d decimals is %s.%s", s, decimals, r.whole, r.fraction)
			}
		}
	})
}

func TestLocalesFallBackToTheirParents(t *testing.T) {
	tests := map[string]string{
		"de-CH": "de-CH de", "es-AR": "es-AR es-419 es", "es-ES": "es-ES es", "en-NZ": "en-NZ en-001 en", "en-US": "en-US en",
		"zh-TW": "zh-TW zh-Hant", "zh-MO": "zh-MO zh-Hant-HK zh-Hant", "zh-Hans-CN": "zh-Hans-CN zh",
		"pt_mz": "pt-MZ pt-PT pt", "no": "nb", "SR-latn-rs": "sr-Latn-RS sr-Latn", "": "",
	}
	for tag, want := range tests {
		if got := strings.Join(localeChain(tag), " "); got != want {
			t.Errorf("%q: got %q, want %q", tag, got, want)
		}
	}
}
