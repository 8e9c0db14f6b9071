package account

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/account"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

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
		return out.Print(answer.Bodies[0], answer.Meta, userFacts(answer.Value), nil)
	}
	return cmd
}

// userFacts shows the fields the token has and omits the rest.
func userFacts(u *apiclient.User) grid.Facts {
	var facts grid.Facts
	add := func(label, value string) {
		if value != "" {
			facts = append(facts, grid.Fact{Label: label, Value: value})
		}
	}
	add("name", words.Stated(u.Name))
	add("email", words.Stated(u.Email))
	add("market", words.Stated(u.CountryCode))
	add("subject", u.Sub)
	add("principal", words.Stated(u.PrincipalName))
	add("scopes", words.Stated(u.Scope))
	return facts
}
