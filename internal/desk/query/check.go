package query

import (
	"fmt"
	"time"

	"travel.example/travel/internal/problem"
)

// CheckTravel holds what the specification says of flight dates (YYYY-MM-DD): not in the past,
// within a year, and the return not before the outbound. A day is past only when it is past
// everywhere on earth: the service knows the airport's own day, this computer does not.
func CheckTravel(now time.Time, out, back string) error {
	if out < earliest(now) {
		return problem.UsageError{Text: fmt.Sprintf("DATE %s is in the past (today is %s); give today or a later day", out, now.Format(time.DateOnly))}
	}
	last := now.Add(14*time.Hour).UTC().AddDate(0, 0, 365).Format(time.DateOnly)
	if out > last {
		return problem.UsageError{Text: fmt.Sprintf("DATE %s is more than a year ahead; flights are searched until %s", out, last)}
	}
	if back != "" && back < out {
		return problem.UsageError{Text: fmt.Sprintf("RETURN %s is before DATE %s; give the same day or a later one", back, out)}
	}
	return nil
}

// CheckStay holds what the specification says of a stay: not in the past, and at least one night.
func CheckStay(now time.Time, in, out string) error {
	if in < earliest(now) {
		return problem.UsageError{Text: fmt.Sprintf("CHECKIN %s is in the past (today is %s); give today or a later day", in, now.Format(time.DateOnly))}
	}
	if out <= in {
		return problem.UsageError{Text: fmt.Sprintf("CHECKOUT %s is not after CHECKIN %s; give a later day, such as +1d for one night", out, in)}
	}
	return nil
}

// earliest is the earliest day that is not past everywhere on earth.
func earliest(now time.Time) string { return now.Add(-12 * time.Hour).UTC().Format(time.DateOnly) }
