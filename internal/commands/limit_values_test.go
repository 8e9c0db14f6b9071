package commands

import (
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/words"
)

// short cuts a long value for a message.
func short(value string) string {
	if r := []rune(value); len(r) > 40 {
		return string(r[:40])
	}
	return value
}

// limitValues returns values at the limits of a parameter, and just beyond them.
func limitValues(p *api.Param, flag bool) (good, bad []string) {
	switch {
	case p.Kind == api.Boolean:
		return []string{"true", "false", "1", "0"}, []string{"2", "maybe", "-1"}
	case len(p.Enum) > 0:
		good, bad = p.Enum, []string{"nonesuch", p.Enum[0] + "x", ""}
	case p.Name == "hotelId" && !flag: // a small number would be a row
		return []string{"id:1", "9007199254740991"}, []string{"id:0", "0", "9007199254740992", "1.5", "x", ""}
	case p.Name == "rateId": // printable characters, because it is sent back unchanged
		return []string{"s1:r", "s1:a/b ☃", "s1:" + strings.Repeat("r", 253)}, []string{"s1:" + strings.Repeat("r", 254), ".", "..", ""}
	case p.Kind != api.String:
		good, bad = numberLimits(p)
	case p.Pattern != "":
		good, bad = patternLimits(p, flag)
	default:
		good, bad = textLimits(p)
	}
	if p.List {
		bad = append(bad, ",", good[0]+",,"+good[0])
		good = append(good, good[0]+","+good[len(good)-1])
		if p.MaxItems > 0 {
			good = append(good, strings.Repeat(","+good[0], p.MaxItems)[1:])
			bad = append(bad, strings.Repeat(","+good[0], p.MaxItems+1)[1:])
		}
	}
	return good, bad
}

func numberLimits(p *api.Param) (good, bad []string) {
	bad = []string{"x", "", "1e400", "NaN", "0x1"}
	step := 1.0
	if p.Kind == api.Number {
		step = 0.001
	} else {
		bad = append(bad, "1.5", "1e0")
	}
	if p.HasMin {
		good, bad = append(good, words.Number(p.Min)), append(bad, words.Number(p.Min-step))
	}
	if p.HasMax {
		good = append(good, words.Number(p.Max))
		if p.Max > 1<<52 { // a float cannot represent the next integer
			bad = append(bad, "9007199254740993", "99999999999999999999")
		} else {
			bad = append(bad, words.Number(p.Max+step))
		}
	}
	return good, bad
}

func textLimits(p *api.Param) (good, bad []string) {
	good = []string{strings.Repeat("é", max(p.MinLen, 2))}
	if p.MinLen > 0 || p.List {
		bad = append(bad, "")
	}
	if p.MaxLen > 0 {
		good, bad = append(good, strings.Repeat("é", p.MaxLen)), append(bad, strings.Repeat("é", p.MaxLen+1))
	}
	return good, append(bad, "\xff\xfe")
}

// patternLimits returns values around the contract's patterns. If an argument also accepts names, a code is only
// invalid if it cannot be a name.
func patternLimits(p *api.Param, flag bool) (good, bad []string) {
	switch p.Pattern {
	case ask.DayPattern:
		good = []string{"2026-12-22"}
		if p.Name == "checkIn" {
			good = []string{"2026-12-12"}
		}
		return good, []string{"2026-02-30", "2027-02-29", "2026-13-01", "2026-1-1", "20261225", "soonish", ""}
	case `^[A-Z]{3}$`:
		good, bad = []string{"ABC", "lis"}, []string{"A1", "AB1D", "A1C", ""}
		if flag {
			bad = append(bad, "ÄBC", "abc ")
		} else {
			bad = append(bad, strings.Repeat("é", 101))
		}
		return good, bad
	case `^[A-Z]{2}$`:
		return []string{"PT", "pt", "Portugal"}, []string{"P", "PRT", "P1", ""}
	case `^[A-Z0-9]{2}$`:
		return []string{"BA", "u2"}, []string{"B", "BAW", "B-", ""}
	case `^\d{1,7}$`:
		return []string{"0", "9999999", "2h30"}, []string{"-1", "10000000", "1.5", "x", ""}
	case `^\d{1,2}(,\d{1,2})*$`:
		return []string{"0", "17", "0,1,2,3,4,5,6,17"}, []string{"18", "-1", "4,,5", "4:5", "0,1,2,3,4,5,6,7,8", ""}
	case `^[1-9]\d*(:\d+)*$`:
		return []string{"1", "2:4:9", "9" + strings.Repeat(":1", 31)}, []string{"0", "2:", ":4", "2:x", "9" + strings.Repeat(":1", 32), ""}
	}
	id := "s1:" + strings.Repeat("t", 253)
	switch {
	case strings.Contains(p.Pattern, "14[0-2]"):
		return []string{"0-1439", "1300-60", "06:00-12:00"}, []string{"0-1440", "5", "-", "06:00-25:00"}
	case strings.Contains(p.Pattern, "+:["), p.Name == "tripId": // it contains its search's id
		return []string{"s1:t", id}, []string{"nocolon", id + "t", "a/b:c", "..", "s1: t", ""}
	case p.Name == "searchId" && flag: // also compared with the id next to it
		return []string{"s1"}, []string{"a/b", strings.Repeat("s", 257), "s 1", ""}
	}
	return []string{"s.~=-_:9", strings.Repeat("s", 256)}, []string{"a/b", "..", ".", strings.Repeat("s", 257), "s 1", "ä", ""}
}
