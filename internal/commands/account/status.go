package account

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/account"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

func newStatus(run *cli.Run) *cobra.Command {
	check := false
	cmd := &cobra.Command{
		Long: `Show who is signed in, for which market, until when, and where the login is stored. It never shows
a secret and sends no request. With --check it makes one call and says whether the login works, and
if not, why. The exit code is 3 if no one is signed in.

The market is shown with the claim that it comes from, in the id_token or in the server's userinfo;
in JSON, marketSource is then, for example, country_code or "userinfo country_code". renewable means
that the login continues to work after expires, and leftOut lists the scopes in your settings that
the sign-in server does not offer.`,
		Example: `  travel auth status
  travel auth status --check
  travel auth status --json`,
		Args: cli.Arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runStatus(cmd.Context(), run, check) },
	}
	cmd.Flags().BoolVar(&check, "check", false, "Make one call to find out whether the login works")
	return run.Prints(cmd, schema.Document(account.Status{}, nil))
}

func runStatus(ctx context.Context, run *cli.Run, check bool) error {
	d := run.Desk()
	cfg, err := run.Config()
	if err != nil {
		return err
	}
	status, statusErr := account.StatusOf(ctx, d)
	if statusErr != nil && !errors.Is(statusErr, flow.ErrLoginRequired) {
		return statusErr
	}
	d.Deployment.NoteSample(cfg)
	told := ""
	if check && status.SignedIn {
		told, statusErr = account.Try(ctx, d, account.RenewalTakes)
		status.Works = new(statusErr == nil)
		if statusErr != nil {
			status.Trouble = statusErr.Error()
		}
	}
	if err := run.Out().PrintValue(status, nil, statusFacts(status, told, run.Env.Now(), run.Env.Home), nil); err != nil {
		return err
	}
	return statusErr
}

// statusFacts omits what is not known.
func statusFacts(s account.Status, told string, now time.Time, home string) grid.Facts {
	facts := grid.Facts{{Label: "profile", Value: s.Profile}}
	add := func(label, value string) {
		if value != "" {
			facts = append(facts, grid.Fact{Label: label, Value: value})
		}
	}
	add("signed in", map[string]string{
		account.HowNone: "no", account.HowLogin: "yes", account.HowEnvironment: "by TRAVEL_TOKEN",
		account.HowSample: "by itself, with a sample account (travel login goes through the browser)",
	}[s.How])
	add("name", s.Name)
	add("email", s.Email)
	if s.Market != "" {
		add("market", fmt.Sprintf("%s (%s)", s.Market, s.MarketClaim()))
	}
	add("scopes", strings.Join(s.Scopes, " "))
	add("issuer", s.Issuer)
	if s.Registered {
		add("client", s.ClientID+" (registered by this program)")
	} else {
		add("client", s.ClientID)
	}
	add("access token", s.TokenLife(now))
	if why, remedy := s.NoRenewal(); why != "" {
		add("renewal", paste.After("none: "+why, remedy))
	}
	if s.Works != nil {
		add("works", map[bool]string{true: "yes, " + told, false: "no: " + s.Trouble}[*s.Works])
	}
	add("kept in", words.TildePath(home, s.Store))
	return facts
}
