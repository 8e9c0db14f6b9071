package holiday

import "time"

// worked returns how to work out a feast for any year of the calendar, or nil.
func worked(feast string) func(year int) Day {
	switch feast {
	case "easter":
		return easter
	case "orthodox":
		return orthodoxEaster
	case "vernal-equinox":
		return func(year int) Day { return Date(year, time.March, equinox(year, 20.8431)) }
	case "autumnal-equinox":
		return func(year int) Day { return Date(year, time.September, equinox(year, 23.2488)) }
	case "qingming":
		return qingming
	case "rosh-hashanah":
		return roshHashanah
	case "passover":
		return passover
	}
	return nil
}

// easter is Easter Sunday of the Western churches (Meeus, Jones and Butcher).
func easter(year int) Day {
	golden, century, ofCentury := year%19, year/100, year%100
	correction := (century - (century+8)/25 + 1) / 3
	epact := (19*golden + century - century/4 - correction + 15) % 30
	sunday := (32 + 2*(century%4) + 2*(ofCentury/4) - epact - ofCentury%4) % 7
	late := (golden + 11*epact + 22*sunday) / 451
	n := epact + sunday - 7*late + 114
	return Date(year, time.Month(n/31), n%31+1)
}

// orthodoxEaster is Easter Sunday of the Eastern churches (Meeus): computed in
// the Julian calendar, which falls behind by a day in three of four centuries.
func orthodoxEaster(year int) Day {
	moon := (19*(year%19) + 15) % 30
	sunday := (2*(year%4) + 4*(year%7) - moon + 34) % 7
	n := moon + sunday + 114
	behind := year/100 - year/400 - 2
	return Date(year, time.Month(n/31), n%31+1+behind)
}

// equinox is the day of the month of an equinox in Japan, good from 1980 to
// 2099: at is its moment in 1980, in days of the month.
func equinox(year int, at float64) int {
	since := year - 1980
	return int(at+0.242194*float64(since)) - since/4
}

// qingming is the fifth solar term of China, good from 2001 to 2099.
func qingming(year int) Day {
	since := year - 2000
	return Date(year, time.April, int(0.2422*float64(since)+4.81)-since/4)
}

// Parts are the unit of the Hebrew calendar: 1080 to the hour.
const (
	partsPerDay   = 24 * 1080
	partsPerMonth = 29*partsPerDay + 12*1080 + 793
)

// roshHashanah is the first day of the Hebrew year that begins in a year.
func roshHashanah(year int) Day { return newYear(year + 3761) }

// passover is the first day of Passover: what follows it up to the next New
// Year always takes 163 days.
func passover(year int) Day { return newYear(year+3761) - 163 }

// newYear is 1 Tishri of a Hebrew year: the day of its mean new moon, put off
// where the rules ask for it.
func newYear(year int) Day {
	const epoch = -2092590 // the eve of the calendar, as a Day
	day := elapsed(year)
	before, after := elapsed(year-1), elapsed(year+1)
	switch { // keeps every year at a length that the months allow
	case after-day == 356:
		day += 2
	case day-before == 382:
		day++
	}
	return Day(epoch + day)
}

// elapsed counts the days from the epoch to the new moon of a year's Tishri.
// A year never begins on a Sunday, Wednesday or Friday.
func elapsed(year int) int {
	months := (235*year - 234) / 19
	parts := 12084 + 13753*months
	day := 29*months + parts/partsPerDay
	if 3*(day+1)%7 < 3 {
		day++
	}
	return day
}
