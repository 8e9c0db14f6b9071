package desk

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
)

// LinkOwner is whose page a link leads to.
type LinkOwner uint8

// The owners of links.
const (
	SiteLink     LinkOwner = iota // the service's own website
	ProviderLink                  // an airline or an agency
)

// A Link is a page to hand over to, with what it is for.
type Link struct {
	URL   string // as the service gave it
	Owner LinkOwner
	Life  LinkLife
	// About are sentences for people on a renewal, Remarks others.
	About, Remarks []string
	Lasting        string // a link beside it that does not expire, "" for none
	LastingTo      string // what that leads to: "its search", "the hotel's page"
	Search         string // another one, to the search of a city for the same stay, "" for none
	Booking        *Booking
}

// NothingBooked ends what is said of a link to a checkout.
const NothingBooked = "Nothing is booked until you finish there."

// How long a link to checkout works, counted from the creation of its search. The specification
// says "about five to seven minutes" for flights and "about 10 minutes" for hotels.
const (
	FlightLinkLasts = 6 * time.Minute
	HotelLinkLasts  = 10 * time.Minute
)

// LinkLife is the time in which a link works: it lives as long as its search. The zero value is
// that of a link that does not expire.
type LinkLife struct {
	Created time.Time     // of the search; zero if that is not known
	Lasts   time.Duration // about, from then on
	Seen    bool          // the service has just said that the search is there, whatever its age
}

// Until is about when the link stops working, or the zero time.
func (l LinkLife) Until() time.Time {
	if l.Lasts == 0 || l.Created.IsZero() {
		return time.Time{}
	}
	return l.Created.Add(l.Lasts)
}

// Left is how long the link will still work, or zero.
func (l LinkLife) Left(now time.Time) time.Duration {
	if l.Until().IsZero() {
		return l.Lasts
	}
	return max(l.Until().Sub(now), 0)
}

// Late tells whether a link of that age may have stopped working: less than a minute is left of what
// is only about right.
func (l LinkLife) Late(now time.Time) bool {
	return !l.Until().IsZero() && l.Left(now) < time.Minute
}

// Words say in a sentence how long the link works.
func (l LinkLife) Words(now time.Time) string {
	until := l.Until()
	switch {
	case l.Lasts == 0:
		return "Does not expire."
	case until.IsZero():
		return fmt.Sprintf("Works until about %d minutes after its search was made.", int(l.Lasts.Minutes()))
	case !until.After(now) && l.Seen:
		return fmt.Sprintf("Its search was made %s ago and is still there, but may end at any moment.", words.Age(now.Sub(l.Created)))
	case !until.After(now):
		return fmt.Sprintf("Its search was made %s ago; the link has probably stopped working.", words.Age(now.Sub(l.Created)))
	}
	return fmt.Sprintf("Works until about %s (%s).", until.In(now.Location()).Format("15:04"), minutesLeft(until.Sub(now)))
}

// minutesLeft rounds down, so that no one comes too late.
func minutesLeft(d time.Duration) string {
	if d < time.Minute {
		return "less than a minute"
	}
	return words.Counted(int(d.Minutes()), "minute")
}

// CheckLink is the one gate between an address of the service and the browser. A link to the
// service's own site must lead there; one to a provider may lead to any host, by https alone. It
// returns the address as it may be opened.
func (d *Desk) CheckLink(link Link) (string, error) {
	checked, err := auth.CheckURL(link.URL)
	if err != nil {
		return "", problem.Error{Class: problem.Refused, Text: "the link is not opened: it " + err.Error()}
	}
	u, err := url.Parse(checked)
	if err != nil {
		return "", problem.Error{Class: problem.Refused, Text: "the link is not opened: it is not a web address"}
	}
	if link.Owner == ProviderLink {
		if u.Scheme != "https" {
			return "", problem.Error{Class: problem.Refused, Text: "the link is not opened: it must be https"}
		}
		return checked, nil
	}
	site, err := d.Deployment.Site()
	if err != nil {
		return "", err
	}
	if !transport.SameOrigin(u, site) {
		return "", problem.Error{
			Class: problem.Refused, Text: fmt.Sprintf("the link is not opened: it leads to %s, and the site of this profile is %s", originOf(u), originOf(site)),
			// The service chose that address: it is never put into a command to copy.
			Hint: "if you know that to be the right site, set it: travel config set site-url URL",
		}
	}
	return checked, nil
}

// HostOf is the host of an address, with its port; "" where it has none. It is foreign text.
func HostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// AgreeToOpen asks before the page of a stranger is opened, at an address that passed the gate, since only
// a yes opens it. hint is how to say so beforehand, "" for no way.
func (d *Desk) AgreeToOpen(ctx context.Context, link Link, checked, hint string) error {
	if link.Owner != ProviderLink {
		return nil
	}
	host := HostOf(checked)
	return d.Agree(ctx, "This leads to "+host+", which is not the service. Open it?", problem.ChoiceError{
		Text: host + " is not the service, and was not opened without a yes", Hint: hint,
	})
}

// StrangeHost warns of a link that does not lead to the site the profile names; "" for nothing to
// warn of. Without that setting nothing is known.
func (d *Desk) StrangeHost(link Link) string {
	cfg, err := d.Deployment.Config()
	if err != nil || link.Owner != SiteLink || cfg.Get("site-url").Value == "" {
		return ""
	}
	site, err := d.Deployment.Site()
	if err != nil {
		return ""
	}
	if u, err := url.Parse(link.URL); err == nil && transport.SameOrigin(u, site) {
		return ""
	}
	return "the link does not lead to " + originOf(site) + ", the site of this profile"
}

// originOf is scheme, host and port, the port left out where it is the usual.
func originOf(u *url.URL) string {
	usual := map[string]string{"https": "443", "http": "80"}[strings.ToLower(u.Scheme)]
	host := strings.ToLower(u.Host)
	if u.Port() == usual {
		host = strings.TrimSuffix(host, ":"+usual)
	}
	return strings.ToLower(u.Scheme) + "://" + host
}

// OnlyHere says, in a sentence without an end, why a link leads nowhere on another computer or a
// phone; "" where it may lead somewhere.
func (d *Desk) OnlyHere(link Link) string {
	u, err := url.Parse(link.URL)
	switch {
	case d.Builtin(link):
		return "its page is inside this program"
	case err == nil && transport.IsHere(u.Hostname()):
		return u.Hostname() + " is this computer to itself and means another one elsewhere"
	}
	return ""
}

// AboutLasting stands above the lasting link beside a link: for whom it is, or what it leads to where no one
// else can open it.
func (d *Desk) AboutLasting(link Link) string {
	if d.Builtin(link) {
		return "Link to " + link.LastingTo + " (does not expire):"
	}
	return "To send to someone (does not expire):"
}

// Reopens says what opening the link of a search does, nothing where no one else can open it.
func (d *Desk) Reopens(link Link) []string {
	if d.Builtin(link) {
		return nil
	}
	return []string{"Anyone who opens it searches again."}
}

// Builtin tells whether a link leads to a page that is inside this program.
func (d *Desk) Builtin(link Link) bool {
	cfg, err := d.Deployment.Config()
	return err == nil && cfg.Embedded() && link.Owner == SiteLink
}
