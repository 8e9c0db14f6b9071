package countries

import "testing"

func TestContinentsAreCalledByTheirNames(t *testing.T) {
	for text, holds := range map[string][2]string{
		"europe": {"PT", "JP"}, "Asia": {"AE", "EG"}, "AFRICA": {"EG", "AE"}, "oceania": {"FJ", "US"},
		"north america": {"MX", "BR"}, "South America": {"BR", "CR"}, "americas": {"BR", "PT"},
	} {
		c, ok := ContinentCalled(text)
		if !ok {
			t.Errorf("%s is not known", text)
		}
		if !c.Holds(holds[0]) || c.Holds(holds[1]) || c.Holds("") || c.Holds("QQ") {
			t.Errorf("%s holds %s: %v, %s: %v", text, holds[0], c.Holds(holds[0]), holds[1], c.Holds(holds[1]))
		}
	}
	for _, text := range []string{"", "elsewhere", "atlantis", "150", "\x1b[31m"} {
		if c, ok := ContinentCalled(text); ok {
			t.Errorf("%q is %v", text, c)
		}
	}
}
