// Package words holds the small pieces of English that every message uses: numbers with their nouns, lists, ages, and
// values quoted for a reader or for a shell. It also folds names to compare them. It imports nothing of this module.
package words

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Counted returns a number with its noun: "1 trip", "1,748 trips".
func Counted(n int, noun string) string { return Plural(n, noun, noun+"s") }

// Plural returns a number with a noun whose plural is irregular: "2 children". A negative number counts as 0.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Grouped(max(n, 0)) + " " + many
}

// Grouped formats a whole number with commas between groups of three digits.
func Grouped(n int) string {
	if n < 0 {
		return "-" + Thousands(strconv.Itoa(-n))
	}
	return Thousands(strconv.Itoa(n))
}

// Thousands puts commas between groups of three digits of a whole number. Other text is returned unchanged.
func Thousands(text string) string {
	if !IsDigits(text) {
		return text
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// IsDigits reports whether s is one or more of the digits 0 to 9.
func IsDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// Noun returns the noun alone, singular or plural as n requires.
func Noun(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// IsAre returns the verb that agrees with n.
func IsAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// WasWere returns the verb that agrees with n, in the past.
func WasWere(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// And joins the parts as "a", "a and b", or "a, b and c".
func And(parts []string) string { return listed(parts, " and ") }

// Or joins the parts as "a", "a or b", or "a, b or c".
func Or(parts []string) string { return listed(parts, " or ") }

func listed(parts []string, last string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + last + parts[len(parts)-1]
}

// UpperFirst returns s with its first letter in upper case.
func UpperFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if upper := unicode.ToUpper(first); upper != first {
		return string(upper) + s[size:]
	}
	return s
}

// Age returns how long ago something was, in the largest useful unit.
func Age(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return Counted(int(d.Seconds()), "second")
	case d < 2*time.Hour:
		return Counted(int(d.Minutes()), "minute")
	case d < 48*time.Hour:
		return Counted(int(d.Hours()), "hour")
	}
	return Counted(int(d.Hours()/24), "day")
}

// Wait returns a waiting time, rounded up: 90 s, 3 min 20 s, 12 minutes, 2 hours 47 minutes, 7 days.
func Wait(d time.Duration) string {
	seconds := int((d + time.Second - 1) / time.Second)
	if seconds < 120 {
		return fmt.Sprintf("%d s", max(seconds, 0))
	}
	if seconds < 60*60 && seconds%60 > 0 {
		return fmt.Sprintf("%d min %d s", seconds/60, seconds%60)
	}
	minutes := (seconds + 59) / 60
	if minutes < 24*60 {
		return pair(minutes/60, "hour", minutes%60, "minute")
	}
	hours := (minutes + 59) / 60
	return pair(hours/24, "day", hours%24, "hour")
}

// pair returns a time in two units, without a unit that is zero.
func pair(large int, unit string, small int, smaller string) string {
	switch {
	case large == 0:
		return Counted(small, smaller)
	case small == 0:
		return Counted(large, unit)
	}
	return Counted(large, unit) + " " + Counted(small, smaller)
}

// ShortAge returns Age shortened for a table column: 20 s, 8 min, 23 h, 3 d.
func ShortAge(d time.Duration) string {
	count, unit, _ := strings.Cut(Age(d), " ")
	return count + " " + map[string]string{"second": "s", "minute": "min", "hour": "h", "day": "d"}[strings.TrimSuffix(unit, "s")]
}

// Nonzero formats a count; zero is empty.
func Nonzero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Number formats a float without an exponent or trailing zeros.
func Number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// Stated returns the text that s points to, or "" if s is nil because the service did not state it.
func Stated(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Quote returns a value as a person typed it, shortened to 60 characters, and quoted if it would not read as one
// word.
func Quote(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most && utf8.ValidString(s) {
		s = string(r[:most]) + "…"
	}
	if !utf8.ValidString(s) {
		return strconv.QuoteToASCII(s) // bytes that are not text would be invisible
	}
	if s == "" || strings.ContainsAny(s, " \t\n\"'") {
		return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"`
	}
	return s
}

// Shell quotes a word so that it is safe to paste into a shell.
func Shell(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._:~=-+,/@%", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Day parses YYYY-MM-DD. For anything else it returns the zero time.
func Day(iso string) time.Time {
	t, _ := time.Parse(time.DateOnly, iso)
	return t
}

// Days is a range of days, both ends included, each at midnight UTC.
type Days struct{ From, To time.Time }

// Length returns the number of days.
func (s Days) Length() int { return int(s.To.Sub(s.From)/(24*time.Hour)) + 1 }

// Holds reports whether a day is in the range.
func (s Days) Holds(day time.Time) bool { return !day.Before(s.From) && !day.After(s.To) }

// Overlaps reports whether two ranges have a day in common.
func (s Days) Overlaps(o Days) bool { return !s.From.After(o.To) && !s.To.Before(o.From) }

// Each returns the days.
func (s Days) Each() (days []time.Time) {
	for d := s.From; !d.After(s.To); d = d.AddDate(0, 0, 1) {
		days = append(days, d)
	}
	return days
}

// Date returns a day as a traveler writes it: "Fri 25 Dec", with the year unless the day is within the next 11
// months from now. If now is zero, the year is included; a zero day is "".
func Date(day, now time.Time) string {
	switch {
	case day.IsZero():
		return ""
	case yearless(day, now):
		return day.Format(noYear)
	}
	return day.Format(noYear + " 2006")
}

// Dates returns two related days separated by sep: "Fri 11 Dec to Mon 14 Dec". If one of them needs its year, the
// year follows the second, or both if the years differ.
func Dates(from, to, now time.Time, sep string) string {
	switch {
	case from.IsZero() || to.IsZero():
		return Date(from, now) + Date(to, now)
	case from.Year() != to.Year():
		now = time.Time{}
		return Date(from, now) + sep + Date(to, now)
	case yearless(from, now) && yearless(to, now):
		return from.Format(noYear) + sep + to.Format(noYear)
	}
	return from.Format(noYear) + sep + Date(to, time.Time{})
}

// ShortDates is Dates with a dash as separator and the month once if it is the same: "Wed 2 – Sun 6 Dec".
func ShortDates(from, to, now time.Time, dash string) string {
	text := Dates(from, to, now, " "+dash+" ")
	if from.Year() == to.Year() && from.Month() == to.Month() {
		text = strings.Replace(text, from.Format(" Jan"), "", 1)
	}
	return text
}

// ISODay formats a date as YYYY-MM-DD; it is empty if the date is unknown.
func ISODay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

const noYear = "Mon 2 Jan"

// yearless reports whether a day is unambiguous without its year. Days just past count as today, because a day
// begins and ends at different times around the world.
func yearless(day, now time.Time) bool {
	return !now.IsZero() && !day.Before(now.AddDate(0, 0, -2)) && day.Before(now.AddDate(0, 11, 0))
}

// Moment parses a local time with its offset (RFC 3339), or without one, which keeps its clock and day. For anything
// else it returns the zero time, which is shown as unknown.
func Moment(iso string) time.Time {
	if t, err := time.Parse(time.RFC3339, iso); err == nil {
		return t
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", time.DateTime} {
		if t, err := time.ParseInLocation(layout, iso, unzoned); err == nil {
			return t
		}
	}
	return time.Time{}
}

// unzoned is the location of local times without an offset.
var unzoned = time.FixedZone("local", 0)

// Zoned reports whether the offset of a time is known, so that it can be compared with a time elsewhere.
func Zoned(t time.Time) bool { return t.Location() != unzoned }

// FlightNumber returns a flight's carrier code and number: "EK 201". If the number already contains the code, in any
// format, the code is not repeated.
func FlightNumber(carrier, number string) string {
	number = strings.TrimSpace(number)
	if len(number) > len(carrier) && strings.EqualFold(number[:len(carrier)], carrier) {
		if own := strings.TrimLeft(number[len(carrier):], " -"); own != "" && own[0] >= '0' && own[0] <= '9' {
			number = own
		}
	}
	return strings.TrimSpace(carrier + " " + number)
}

// Whole converts a number of the service to a whole number, such as minutes or stops. It returns 0 for a number that
// cannot be such a count.
func Whole(n json.Number) int {
	f, err := n.Float64()
	if err != nil || f > 1e9 || f < -1e9 {
		return 0
	}
	return int(f)
}

// Decimal returns a number of the service as text, or "" if the service did not state it.
func Decimal(n *json.Number) string {
	if n == nil {
		return ""
	}
	return n.String()
}

// Strings converts words of the contract to plain strings.
func Strings[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}

// YesNo is a bool that prints as a word.
type YesNo bool

// String returns "yes" or "no".
func (y YesNo) String() string {
	if y {
		return "yes"
	}
	return "no"
}

// Unit is the unit in which distances are shown.
type Unit uint8

// The units of a distance.
const (
	Kilometres Unit = iota
	Miles
)

// Distance formats a distance given in kilometers: one decimal below ten, none above; "" if it is unknown.
func Distance(km *float64, unit Unit) string {
	if km == nil {
		return ""
	}
	n, word := *km, " km"
	if unit == Miles {
		n, word = n/1.609344, " mi"
	}
	if n < 9.95 {
		return strconv.FormatFloat(n, 'f', 1, 64) + word
	}
	return Grouped(int(math.Round(n))) + word
}

// DistanceOf is Distance for decimal text. Text that is not a distance on Earth gives "".
func DistanceOf(text string, unit Unit) string {
	km, err := strconv.ParseFloat(text, 64)
	if err != nil || !(km >= 0 && km <= 1e5) {
		return ""
	}
	return Distance(&km, unit)
}

// TildePath replaces the home directory at the start of paths in a text with ~.
func TildePath(home, text string) string {
	if home == "" || home == string(filepath.Separator) {
		return text
	}
	return strings.ReplaceAll(text, filepath.Clean(home)+string(filepath.Separator), "~"+string(filepath.Separator))
}

// EditDistance returns the number of letters to change, add or remove to turn a into b.
func EditDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Length formats a duration in minutes: 2h05.
func Length(minutes int) string { return fmt.Sprintf("%dh%02d", minutes/60, minutes%60) }

// Span is Length for a duration that may be unknown, which is a dash.
func Span(minutes int) string {
	if minutes <= 0 {
		return "-"
	}
	return Length(minutes)
}

// Stops formats a number of stops: "nonstop", "1 stop", "3 stops".
func Stops(n int) string {
	if n <= 0 {
		return "nonstop"
	}
	return Counted(n, "stop")
}

// foldedRunes is the size of the table of letters, which covers every script with capitals or accents that names are
// written in.
const foldedRunes = 0x2000

// letters holds the folded forms of the first runes: "" for one that is dropped, " " for one that separates words.
var letters = sync.OnceValue(func() []string {
	all := make([]string, foldedRunes)
	for r := range rune(foldedRunes) {
		all[r] = foldedLetter(r)
	}
	return all
})

// foldedLetter returns the letter under the accents of r.
func foldedLetter(r rune) string {
	switch {
	case strings.ContainsRune("'`’‘ʼʻʹʾʿ´", r), isAccent(r):
		return ""
	case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
		return " "
	case r >= 0x0700 && r < 0x1E00: // scripts whose marks are letters
		return string(unicode.ToLower(r))
	}
	first, _ := utf8.DecodeRuneInString(norm.NFD.String(string(unicode.ToLower(r))))
	if plain, ok := stroked[first]; ok {
		return plain
	}
	return string(first)
}

// stroked maps letters whose stroke or ligature Unicode does not treat as an accent to their plain form.
var stroked = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'þ': "th", 'ø': "o", 'đ': "d", 'ð': "d", 'ł': "l", 'ı': "i", 'ħ': "h", 'ə': "e", 'ς': "σ",
}

// isAccent reports whether r is a mark that may be dropped: a mark of Latin, Greek or Cyrillic, or a vowel point of
// Hebrew or Arabic. In other scripts a mark is a letter.
func isAccent(r rune) bool {
	return unicode.Is(unicode.Mn, r) && (r >= 0x0300 && r <= 0x036F || r >= 0x0591 && r <= 0x06FF)
}

// Fold returns the form in which names are compared: lower case without accents, words separated by one space, no
// punctuation, "st" for "saint". "São Tomé", "sao  TOME" and "Sao-Tomé" fold to the same text. An apostrophe does
// not separate words (O'Hare, Xi'an).
func Fold(name string) string {
	var room [96]byte                         // enough for most names
	known, to, word := letters(), room[:0], 0 // word is where the current one begins
	for _, r := range norm.NFKC.String(strings.ToValidUTF8(name, " ")) {
		letter := " "
		switch {
		case r < foldedRunes:
			letter = known[r]
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			to = utf8.AppendRune(to, r)
			continue
		case r == '’' || r == '‘':
			continue
		}
		if letter == " " {
			to = endWord(to, word)
			word = len(to)
			continue
		}
		to = append(to, letter...)
	}
	to = endWord(to, word)
	return strings.TrimSuffix(string(to), " ")
}

// endWord appends one space after the word that begins at start, if there is one.
func endWord(folded []byte, start int) []byte {
	switch word := folded[start:]; {
	case len(word) == 0:
		return folded
	case string(word) == "saint":
		folded = append(folded[:start], "st"...)
	}
	return append(folded, ' ')
}
