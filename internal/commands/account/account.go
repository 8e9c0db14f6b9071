// Package account has the login commands: signing in and out, showing who is signed in, and printing the access
// token.
package account

import (
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

// Auth returns the auth command group, which shows the login.
func Auth(run *cli.Run) *cobra.Command {
	return run.Group(
		cli.Entry{Use: "status", Short: "Show who is signed in, and where the login is stored", Make: newStatus},
		cli.Entry{Use: "token", Short: "Print the access token, for another program to use", Make: newToken},
	)
}

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
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, d := cmd.Context(), run.Desk()
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
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "Make one call to find out whether the login works")
	return run.Prints(cmd, schema.Document(account.Status{}, nil))
}

// statusFacts omits what is not known.
func statusFacts(s account.Status, told string, now time.Time, home string) grid.Facts {
	signedIn := map[string]string{
		account.HowNone: "no", account.HowLogin: "yes", account.HowEnvironment: "by TRAVEL_TOKEN",
		account.HowSample: "by itself, with a sample account (travel login goes through the browser)",
	}[s.How]
	market, client, renewal, works := "", s.ClientID, "", ""
	if s.Market != "" {
		market = fmt.Sprintf("%s (%s)", s.Market, s.MarketClaim())
	}
	if s.Registered {
		client += " (registered by this program)"
	}
	if why, remedy := s.NoRenewal(); why != "" {
		renewal = paste.After("none: "+why, remedy)
	}
	if s.Works != nil {
		works = map[bool]string{true: "yes, " + told, false: "no: " + s.Trouble}[*s.Works]
	}
	return known(grid.Facts{{Label: "profile", Value: s.Profile}},
		"signed in", signedIn, "name", s.Name, "email", s.Email, "market", market, "scopes", strings.Join(s.Scopes, " "), "issuer", s.Issuer,
		"client", client, "access token", s.TokenLife(now), "renewal", renewal, "works", works, "kept in", words.TildePath(home, s.Store))
}

// known adds the pairs of a label and a value whose value is not "".
func known(facts grid.Facts, pairs ...string) grid.Facts {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			facts = append(facts, grid.Fact{Label: pairs[i], Value: pairs[i+1]})
		}
	}
	return facts
}

func newToken(run *cli.Run) *cobra.Command {
	return run.Prints(&cobra.Command{
		Long: `Print only the access token, renewed first if it expires within a minute. Anyone who has the token
can act in your name until it expires: pass it to one program, and keep it out of files, logs and
command lines. --json adds when it expires and which scopes it has, if known. If TRAVEL_TOKEN is
set, its value is printed unchanged; the built-in sandbox prints a token of its sample traveler.`,
		Example: `  printf 'Authorization: Bearer %s' "$(travel auth token)" | curl -H @- https://api.travel.example/v1/user
  travel auth token --jq .expires`,
		Args: cli.Arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, out := run.Desk(), run.Out()
			cfg, err := run.Config()
			if err != nil {
				return err
			}
			token, err := account.TokenOf(cmd.Context(), d)
			if err != nil {
				return err
			}
			if run.Env.OutTerm.TTY {
				_ = out.Stderr().Warning("this token lets anyone act in your name until it expires; clear the screen after use")
			}
			d.Deployment.NoteSample(cfg)
			if out.Text() {
				_, err = fmt.Fprintln(run.Env.Stdout, token.Token)
				return err
			}
			return out.PrintValue(token, nil, nil, nil)
		},
	}, schema.Document(account.Token{}, nil))
}

// Whoami returns the command that asks the service who the token belongs to.
func Whoami(run *cli.Run) *cobra.Command {
	d, out := run.Desk(), run.Out()
	cmd, _ := run.Operation("getCurrentUser")
	cmd.Long = `Ask the service whose access token this is. travel auth status shows what is stored here, without
a request.`
	cmd.Example = `  travel whoami
  travel whoami --json`
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		answer, err := account.Whoami(cmd.Context(), d)
		if err != nil {
			return err
		}
		u := answer.Value
		facts := known(nil, "name", words.Stated(u.Name), "email", words.Stated(u.Email), "market", words.Stated(u.CountryCode),
			"subject", u.Sub, "principal", words.Stated(u.PrincipalName), "scopes", words.Stated(u.Scope))
		return out.Print(answer.Bodies[0], answer.Meta, facts, nil)
	}
	return cmd
}
