package account

import (
	"testing"
	"time"

	"travel.example/travel/internal/auth"
)

func TestTheLifeOfATokenInWords(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	in := func(d time.Duration) *time.Time { at := now.Add(d); return &at }
	for want, s := range map[string]Status{
		"": {},
		"the server gave it no end; cannot be renewed":                 {How: HowLogin},
		"the server gave it no end; renewed when needed":               {How: HowLogin, Renewable: true},
		"8 min left; renewed when needed":                              {Expires: in(8*time.Minute + 59*time.Second), Renewable: true},
		"run out; renewed when needed":                                 {Expires: in(0), Renewable: true},
		"59 min left, until 08:59; cannot be renewed":                  {Expires: in(59 * time.Minute)},
		"1 day 1 hour left, until 2026-11-22 09:00; cannot be renewed": {Expires: in(25 * time.Hour)},
		"30 days left; renewed when needed":                            {Expires: in(30*24*time.Hour + time.Second), Renewable: true},
		"less than a minute left; renewed when needed":                 {Expires: in(20 * time.Second), Renewable: true},
		"run out; cannot be renewed":                                   {Expires: in(0)},
	} {
		if got := s.TokenLife(now); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestALoginThatCannotBeRenewedSaysWhyAndWhatHelps(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	end := now.Add(time.Hour)
	for _, test := range []struct {
		signedIn auth.SignedIn
		want     string
	}{
		{auth.SignedIn{Renewable: true, Expires: &end}, ""},
		{
			auth.SignedIn{Expires: &end, Offline: auth.OfflineUnasked},
			"this sign-in ends at 09:00 (in 1 hour) and cannot be renewed: the server gave no refresh token; " +
				"ask for one: travel login --scope offline_access",
		},
		{
			auth.SignedIn{Expires: &end, Offline: auth.OfflineAsked},
			"this sign-in ends at 09:00 (in 1 hour) and cannot be renewed: the server gave no refresh token, " +
				"though offline_access was asked for; ask those who run it to allow refresh tokens for this client",
		},
		{
			auth.SignedIn{},
			"this sign-in cannot be renewed: the server gave no refresh token; " +
				"this usually brings one: travel login --scope offline_access",
		},
		{
			auth.SignedIn{Offline: auth.OfflineNotOffered},
			"this sign-in cannot be renewed: the server gave no refresh token and does not offer offline_access; " +
				"ask those who run it to allow refresh tokens for this client",
		},
	} {
		if got := Ending(test.signedIn, now); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
