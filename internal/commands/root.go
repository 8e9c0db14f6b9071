// Package commands is the command line: the tree of the commands and its first page. A package below
// it holds each noun; what all of them share is in package cli.
package commands

import (
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/commands/account"
	"travel.example/travel/internal/commands/countries"
	"travel.example/travel/internal/commands/doctor"
	"travel.example/travel/internal/commands/flights"
	"travel.example/travel/internal/commands/hotels"
	"travel.example/travel/internal/commands/places"
	"travel.example/travel/internal/commands/sandbox"
	"travel.example/travel/internal/commands/service"
	"travel.example/travel/internal/commands/settings"
)

// The groups of the first help page.
const (
	groupTravel  = "travel"
	groupAccount = "account"
	groupService = "service"
)

// Execute runs the command line once and returns its exit code. Whatever went wrong is reported here
// and nowhere else.
func Execute(ctx context.Context, env *cli.Env) int {
	run := cli.New(env)
	return run.Execute(ctx, newRoot(run))
}

func newRoot(run *cli.Run) *cobra.Command {
	root := run.Root()
	root.Short = "Search flights and hotels, compare them, and go to the page where they are booked"
	root.Long = `travel searches flights and hotels across many sellers, shows the answers as they come
in, and hands over to the page where the booking is made. It never books and never pays.

With nothing configured it talks to a sandbox inside this program: sample data, no
network, no account. Connect a real deployment with: travel config --help`
	root.Example = `  travel flights search DXB LHR +30d
  travel flights search "New York" Tokyo 2027-03-12 +10d --max-stops 1 --sort price_asc
  travel hotels search Lisbon +20d +3d
  travel places search "san jose"`
	root.AddGroup(
		&cobra.Group{ID: groupTravel, Title: "Travel"},
		&cobra.Group{ID: groupAccount, Title: "Account"},
		&cobra.Group{ID: groupService, Title: "Service and settings"},
	)
	root.SetHelpCommandGroupID(groupService)
	root.SetCompletionCommandGroupID(groupService)
	add := func(group string, commands ...*cobra.Command) {
		for _, c := range commands {
			c.GroupID = group
			root.AddCommand(c)
		}
	}
	add(groupTravel, flights.New(run), hotels.New(run), places.New(run), countries.New(run))
	add(groupAccount, account.Login(run), account.Logout(run), account.Auth(run), account.Whoami(run))
	add(groupService, settings.Config(run), settings.Profile(run), service.Health(run), doctor.New(run),
		service.Feedback(run), service.API(run), sandbox.New(run), service.Version(run))
	cli.FixCompletion(root)
	suggest(root)
	return root
}

func suggest(root *cobra.Command) {
	for _, c := range root.Commands() {
		c.SuggestFor = likelyWords[c.Name()]
	}
}

// likelyWords are what a hand types for a command before it knows the words.
var likelyWords = map[string][]string{
	"flights":  {"search", "flight", "fly", "trip"},
	"hotels":   {"search", "hotel", "stay"},
	"places":   {"place", "airport", "airports", "city"},
	"auth":     {"status", "account"},
	"config":   {"set", "settings"},
	"feedback": {"rate", "bug"},
}
