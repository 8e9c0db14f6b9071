// Package guide has what an agent needs to know besides the tools: how a search leads to a link, what may be said
// about it, and the operations of the contract.
package guide

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/api/check"
)

// Skill is the text for an agent that uses the command line. It is the file SKILL.md, with its name and description
// at the top, and belongs in a directory named SkillName.
//
//go:embed skill.md
var Skill string

// SkillName is the name in the header of Skill.
const SkillName = "travel"

// Text is the guide for an agent that uses tools, in Markdown. Names of tools are in backquotes.
//
//go:embed guide.md
var Text string

// Contract describes every operation of the service with its parameters and their limits, in Markdown. It is
// generated from the table of operations and is a few pages long; the whole contract is ten times as long.
func Contract() string {
	var b strings.Builder
	b.WriteString("# The operations of the service\n\nAn operation that creates a search spends one of the person's searches. A parameter that is not given\nis not sent; its default is what the service takes then.\n")
	for i := range api.Operations {
		o := &api.Operations[i]
		fmt.Fprintf(&b, "\n## %s\n\n%s. %s %s", o.ID, o.Summary, o.Method, o.Path)
		if o.Class == api.Create {
			b.WriteString(". Spends a search")
		}
		b.WriteString(".\n")
		if o.About != "" {
			fmt.Fprintf(&b, "%s\n", o.About)
		}
		for j := range o.Params {
			if j == 0 {
				b.WriteString("\n")
			}
			b.WriteString(described(&o.Params[j]))
		}
	}
	return b.String()
}

// described formats a parameter as one line.
func described(p *api.Param) string {
	facts := []string{check.Accepted(p)}
	if p.Required {
		facts = append(facts, "required")
	}
	if p.HasDefault {
		facts = append(facts, "default "+p.Default)
	}
	line := "- " + p.Name + " (" + strings.Join(facts, "; ") + ")"
	if p.Help != "" {
		line += ": " + p.Help
	}
	return line + "\n"
}

// Prompt is a task that a person can pick in their client.
type Prompt struct {
	Name, Title, Description string
	Arguments                []Argument
	Tools                    []string // the tools it uses
	text                     string   // with {name} for an argument; an optional argument has its own line
}

// Argument is a parameter of a prompt.
type Argument struct {
	Name, Description string
	Required          bool
}

// Prompts lists the tasks.
var Prompts = []Prompt{
	{
		Name: "find_flight", Title: "Find a flight", Description: "Compare flights, and end with the link to book one",
		Tools: []string{"getPlaces", "search_flights", "getFlightTrip", "getFareBookingLink"},
		Arguments: []Argument{
			{Name: "from", Description: "Where the journey begins: a city or an airport", Required: true},
			{Name: "to", Description: "Where it goes", Required: true},
			{Name: "when", Description: "The days, in any words", Required: true},
			{Name: "wishes", Description: "Who travels, nonstop, bags, times, budget"},
		},
		text: `Find flights from {from} to {to}, {when}.
Wishes: {wishes}
Resolve both places first and ask me if more than one fits. Make one search. Show me the best, the cheapest and the
cheapest nonstop, each with its times, its price for the whole party and who sells it. When I choose, give me the
link where I can book it. Do not claim that anything is booked.`,
	},
	{
		Name: "find_stay", Title: "Find a hotel", Description: "Compare hotels and their rates, and end with the link to book one",
		Tools: []string{"search_hotels", "hotel_rates", "getHotelRateBookingLink"},
		Arguments: []Argument{
			{Name: "place", Description: "A city, a district or a sight", Required: true},
			{Name: "when", Description: "Arrival and nights, in any words", Required: true},
			{Name: "wishes", Description: "Guests, budget, breakfast, cancellation, quarter"},
		},
		text: `Find a hotel in {place}, {when}.
Wishes: {wishes}
Make one search. Show me three that fit, with the price of the whole stay, what is paid at the hotel, the
rating and the distance. When I choose one, read its rates and tell me what each includes and until when it can be
cancelled. Give me the link of the rate I take. Do not claim that anything is booked.`,
	},
	{
		Name: "plan_weekend", Title: "Plan a long weekend", Description: "Find days around public holidays, and places to go",
		Tools: []string{"getCountryHolidays", "getVisaFreeDestinations", "explore_destinations"},
		Arguments: []Argument{
			{Name: "country", Description: "Whose public holidays count", Required: true},
			{Name: "from", Description: "Where the journey begins", Required: true},
			{Name: "passport", Description: "The country of the passport, for places without a visa"},
			{Name: "wishes", Description: "How far, how warm, what budget"},
		},
		text: `Find long weekends in the coming months around the public holidays of {country}, and places to fly to from {from}.
Passport: {passport}
Wishes: {wishes}
Holidays and the list of visa-free countries spend no search: use them first, and show me what fits.
Then tell me how many searches prices would take, and ask before you make more than three. A country that is not in the
visa-free list is only not in the list; do not say that a visa is needed.`,
	},
}

// Filled returns the text of the prompt with its arguments filled in, each in the person's own words on one line.
// Lines with an argument that was not given are left out.
func (p Prompt) Filled(told map[string]string) string {
	var holes, missing []string
	for _, a := range p.Arguments {
		text := strings.Join(strings.Fields(told[a.Name]), " ")
		if text == "" {
			missing = append(missing, "{"+a.Name+"}")
		}
		holes = append(holes, "{"+a.Name+"}", text)
	}
	var b strings.Builder
	for line := range strings.Lines(p.text) {
		if !slices.ContainsFunc(missing, func(hole string) bool { return strings.Contains(line, hole) }) {
			b.WriteString(line)
		}
	}
	return strings.NewReplacer(holes...).Replace(b.String())
}

// Missing returns the required arguments that were not given.
func (p Prompt) Missing(told map[string]string) (names []string) {
	for _, a := range p.Arguments {
		if a.Required && strings.TrimSpace(told[a.Name]) == "" {
			names = append(names, a.Name)
		}
	}
	return names
}
