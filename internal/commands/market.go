package commands

import (
	"context"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/sandbox"
)

// accountMarket is the market of the signed-in account as its id_token gave
// it, or "". It asks nothing of the network. A token from the environment has
// no account; the sandbox's sample traveler has one.
func (a *app) accountMarket(ctx context.Context, cfg *config.Config) string {
	switch {
	case a.env.Getenv("TRAVEL_TOKEN") != "":
		return ""
	case cfg.Embedded() && !a.loggedInHere(cfg):
		return sandbox.SampleTraveler().Market
	}
	client, err := a.login()
	if err != nil {
		return ""
	}
	status, err := client.Status(ctx)
	if err != nil {
		return ""
	}
	return status.Account.Market
}

// marketWords says in a person's words who chose the market.
func marketWords(c sourced) string {
	switch c.source {
	case fromAccount:
		return "market " + c.value + " (your account)"
	case fromFlag, fromList, "":
		return "market " + c.value
	case fromDefault:
		return "market " + c.value + " (the service's default)"
	}
	return "market " + c.value + " (" + c.source + ")"
}
