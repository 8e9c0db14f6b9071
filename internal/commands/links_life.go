package commands

import (
	"fmt"
	"time"
)

// How long a link to checkout works, counted from the creation of its search.
// The specification says "about five to seven minutes" and "about 10 minutes".
const (
	flightLinkLasts = 6 * time.Minute
	hotelLinkLasts  = 10 * time.Minute
)

// linkLife is the time in which a link works: it lives as long as its search.
// The zero value is that of a link that does not expire.
type linkLife struct {
	created time.Time     // of the search; zero if that is not known
	lasts   time.Duration // about, from then on
}

// until is about when the link stops working, or the zero time.
func (l linkLife) until() time.Time {
	if l.lasts == 0 || l.created.IsZero() {
		return time.Time{}
	}
	return l.created.Add(l.lasts)
}

// left is how long the link will still work, or zero.
func (l linkLife) left(now time.Time) time.Duration {
	if l.until().IsZero() {
		return l.lasts
	}
	return max(l.until().Sub(now), 0)
}

// remarks say in a sentence how long the link works.
func (l linkLife) remarks(now time.Time) []string {
	until := l.until()
	switch {
	case l.lasts == 0:
		return []string{"Does not expire."}
	case until.IsZero():
		return []string{fmt.Sprintf("Works until about %d minutes after its search was made.", int(l.lasts.Minutes()))}
	case !until.After(now):
		return []string{fmt.Sprintf("Its search was made %s ago; the link has probably stopped working.", ageWords(now.Sub(l.created)))}
	}
	return []string{fmt.Sprintf("Works until about %s (%s).", until.In(now.Location()).Format("15:04"), minutesLeft(until.Sub(now)))}
}

// minutesLeft rounds down, so that nobody comes too late.
func minutesLeft(d time.Duration) string {
	if d < time.Minute {
		return "less than a minute"
	}
	return counted(int(d.Minutes()), "minute")
}
