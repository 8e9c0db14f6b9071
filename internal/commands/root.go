// Package commands is the command line: the tree of the commands and its first page. A package below
// it holds each noun; what all of them share is in package cli.
package commands

import (
	"context"
	"slices"

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
	root.Long = `Search flights and hotels across many sellers, compare them, and go to the page where they
are booked. travel never books and never pays.

With nothing configured it talks to a sandbox inside this program: sample data, no
network, no account. Connect a real deployment with: travel config --help`
	root.Example = `  travel flights search DXB LHR +30d
  travel flights search "New York" Tokyo 2027-03-12 +10d --max-stops 1
  travel hotels search Lisbon +20d +3d`
	root.AddGroup(
		&cobra.Group{ID: groupTravel, Title: "Travel"},
		&cobra.Group{ID: groupAccount, Title: "Account"},
		&cobra.Group{ID: groupService, Title: "Service and settings"},
	)
	root.SetHelpCommandGroupID(groupService)
	root.SetCompletionCommandGroupID(groupService)
	for _, n := range wanted(run.Env.Args) {
		c := n.make(run)
		c.GroupID, c.Aliases, c.SuggestFor = n.group, n.aliases, n.likely
		root.AddCommand(c)
	}
	cli.FixCompletion(root)
	return root
}

// A noun is a command of the root.
type noun struct {
	name, group string
	make        func(*cli.Run) *cobra.Command
	aliases     []string // words that do the same; no page lists them
	likely      []string // what a hand types for it before it knows the word
}

// nouns are all commands of the root.
var nouns = []noun{
	{"flights", groupTravel, flights.New, []string{"flight"}, []string{"fly"}},
	{"hotels", groupTravel, hotels.New, []string{"hotel"}, []string{"stay"}},
	{"places", groupTravel, places.New, nil, []string{"place", "airport", "airports", "city"}},
	{"countries", groupTravel, countries.New, nil, nil},
	{"login", groupAccount, account.Login, nil, nil},
	{"logout", groupAccount, account.Logout, nil, nil},
	{"auth", groupAccount, account.Auth, nil, []string{"status", "account"}},
	{"whoami", groupAccount, account.Whoami, nil, nil},
	{"quota", groupAccount, account.Quota, nil, []string{"limits", "limit"}},
	{"config", groupService, settings.Config, nil, []string{"set", "settings"}},
	{"profile", groupService, settings.Profile, nil, nil},
	{"health", groupService, service.Health, nil, nil},
	{"doctor", groupService, doctor.New, nil, nil},
	{"feedback", groupService, service.Feedback, nil, []string{"rate", "bug"}},
	{"api", groupService, service.API, nil, nil},
	{"sandbox", groupService, sandbox.New, nil, nil},
	{"version", groupService, service.Version, nil, nil},
}

// wanted are the nouns that have to be made for a command line: the one that it begins with, or all.
func wanted(args []string) []noun {
	if len(args) > 0 {
		for i, n := range nouns {
			if n.name == args[0] || slices.Contains(n.aliases, args[0]) {
				return nouns[i : i+1]
			}
		}
	}
	return nouns
}
