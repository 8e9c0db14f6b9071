// Package commands is the command line: the command tree and its first help page. Each noun has a package below it;
// package cli holds the parts they share.
package commands

import (
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/commands/account"
	"travel.example/travel/internal/commands/agents"
	"travel.example/travel/internal/commands/book"
	"travel.example/travel/internal/commands/browse"
	"travel.example/travel/internal/commands/countries"
	"travel.example/travel/internal/commands/doctor"
	"travel.example/travel/internal/commands/flights"
	"travel.example/travel/internal/commands/hotels"
	"travel.example/travel/internal/commands/keep"
	"travel.example/travel/internal/commands/places"
	"travel.example/travel/internal/commands/report"
	"travel.example/travel/internal/commands/sandbox"
	"travel.example/travel/internal/commands/service"
	"travel.example/travel/internal/commands/settings"
	"travel.example/travel/internal/commands/watch"
	"travel.example/travel/internal/commands/weekends"
)

// The groups of the first help page.
const (
	groupTravel  = "travel"
	groupService = "service"
)

// Execute runs the command line once and returns its exit code. It is the only place that reports errors.
func Execute(ctx context.Context, env *cli.Env) int {
	execute := func(env *cli.Env) int {
		run := cli.New(env)
		return run.Execute(ctx, newRoot(run))
	}
	if code, ok := cli.Tab(env, execute); ok {
		return code
	}
	return execute(env)
}

func newRoot(run *cli.Run) *cobra.Command {
	root := run.Root()
	root.Short = "Search flights and hotels, compare them, and go to the page where you book"
	root.Long = `Search flights and hotels across many sellers, compare them, and go to the page where you book.
travel never books or pays. It starts with a built-in sandbox; to connect to a real service, run
travel login URL.`
	root.Example = `  travel flights search DXB LHR +30d`
	root.AddGroup(
		&cobra.Group{ID: groupTravel, Title: "Travel"},
		&cobra.Group{ID: groupService, Title: "Account, service and settings"},
	)
	root.SetHelpCommandGroupID(groupService)
	run.List(root, entries()...)
	return root
}

// entries returns the subcommands of the root command.
func entries() []cli.Entry {
	return []cli.Entry{
		{Use: "flights", Short: "Search flights and compare trips", Make: flights.New, Group: groupTravel,
			Aliases: []string{"flight"}, Likely: []string{"fly"}},
		{Use: "explore FROM [DATE]", Short: "Compare prices to several destinations", Make: flights.NewExplore, Group: groupTravel,
			Likely: []string{"destinations", "anywhere", "where", "inspire"}},
		{Use: "hotels", Short: "Search hotels, compare them, and read their rates and reviews", Make: hotels.New, Group: groupTravel,
			Aliases: []string{"hotel"}, Likely: []string{"stay"}},
		{Use: "browse [flags]", Short: "Search and choose in full screen, down to the booking link", Make: browse.New, Group: groupTravel,
			Likely: []string{"tui", "ui", "interactive", "screen", "desk"}},
		{Use: "places", Short: "Find airports and cities, by name or near a point", Make: places.New, Group: groupTravel,
			Likely: []string{"place", "airport", "airports", "city"}},
		{Use: "countries", Short: "Show public holidays and visa-free destinations", Make: countries.New, Group: groupTravel},
		{Use: "weekends [MARKET]", Short: "Find long weekends and what a trip would cost", Make: newWeekends, Group: groupTravel,
			Aliases: []string{"weekend"}, Likely: []string{"bridge", "holidays"}},
		{Use: "book REF", Short: "Show the details of a fare or a rate, and its booking link", Make: book.New, Group: groupTravel,
			Likely: []string{"buy", "reserve", "checkout"}},
		{Use: "share", Short: "Print a short summary of the last list to send to someone", Make: book.Share, Group: groupTravel},
		{Use: "keep ROW...", Short: "Keep a trip, a fare, a hotel or a rate for later", Make: keep.New, Group: groupTravel,
			Likely: []string{"save", "bookmark", "star", "pin"}},
		{Use: "kept", Short: "Show, compare and forget kept offers", Make: keep.Kept, Group: groupTravel,
			Likely: []string{"saved", "bookmarks", "favorites", "favourites"}},
		{Use: "report [ROW...]", Short: "Write a report to send: a page, a message or a calendar", Make: report.New, Group: groupTravel,
			Likely: []string{"send", "export", "html"}},
		{Use: "watch", Short: "Watch an offer and find out when it gets cheaper", Make: watch.New, Group: groupTravel,
			Aliases: []string{"watches"}, Likely: []string{"alert", "alerts", "track", "notify", "price"}},
		{Use: "login [URL]", Short: "Sign in with a browser or a code", Make: account.Login, Group: groupService},
		{Use: "logout", Short: "Revoke the login and delete it", Make: account.Logout, Group: groupService},
		{Use: "auth", Short: "Show the login, or print its token", Make: account.Auth, Group: groupService,
			Likely: []string{"status", "account"}},
		{Use: "whoami", Short: "Ask the service who you are signed in as", Make: account.Whoami, Group: groupService},
		{Use: "quota", Short: "Show how many searches are left", Make: account.Quota, Group: groupService,
			Likely: []string{"limits", "limit"}},
		{Use: "config", Short: "Show and change the settings of a profile", Make: settings.Config, Group: groupService,
			Likely: []string{"set", "settings"}},
		{Use: "profile", Short: "List the profiles and choose the one to use", Make: settings.Profile, Group: groupService},
		{Use: "health", Short: "Check whether the service is up", Make: service.Health, Group: groupService},
		{Use: "doctor", Short: "Diagnose problems with travel", Make: doctor.New, Group: groupService},
		{Use: "feedback", Short: "Send feedback about the service or this client", Make: service.Feedback, Group: groupService,
			Likely: []string{"rate", "bug"}},
		{Use: "api METHOD PATH", Short: "Make a raw API call", Make: service.API, Group: groupService},
		{Use: "skill", Short: "Teach an agent that runs commands to use travel", Make: agents.Skill, Group: groupService,
			Likely: []string{"agent", "agents"}},
		{Use: "mcp [flags]", Short: "Serve tools to agents over the Model Context Protocol", Make: agents.MCP, Group: groupService,
			Likely: []string{"agent", "serve"}},
		{Use: "sandbox", Short: "Run the offline reference service on its own", Make: sandbox.New, Group: groupService},
		{Use: "schema [COMMAND...]", Short: "Print the JSON Schema of a command's output", Make: service.Schema, Group: groupService},
		{Use: "completion", Short: "Print the completion script for bash, zsh, fish or PowerShell", Make: service.Completion, Group: groupService},
		{Use: "version", Short: "Print the version, the commit and the platform", Make: service.Version, Group: groupService},
	}
}

func newWeekends(run *cli.Run) *cobra.Command { return weekends.New(run, flights.NewWeekendOpen) }

// Manual returns the text of every help page, for generators of other documentation formats.
func Manual(run *cli.Run) (cli.Manual, error) {
	root := newRoot(run)
	run.Whole(root)
	return run.Manual(root)
}
