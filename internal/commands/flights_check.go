package commands

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// checkTravelDates holds what the specification says of flight dates: not in
// the past, within a year, and the return not before the outbound. A day is
// past only when it is past everywhere on earth: the service knows the
// airport's own day, this computer does not.
func checkTravelDates(now time.Time, out, back string) error {
	today := now.Format(isoDate)
	if out < now.Add(-12*time.Hour).UTC().Format(isoDate) {
		return misuse{Text: fmt.Sprintf("DATE %s is in the past (today is %s); give today or a later day", out, today)}
	}
	last := now.Add(14*time.Hour).UTC().AddDate(0, 0, 365).Format(isoDate)
	if out > last {
		return misuse{Text: fmt.Sprintf("DATE %s is more than a year ahead; flights are searched until %s", out, last)}
	}
	if back != "" && back < out {
		return misuse{Text: fmt.Sprintf("RETURN %s is before DATE %s; give the same day or a later one", back, out)}
	}
	return nil
}

// checkParty holds the rule no single limit can: an infant has no seat.
func checkParty(p *params) error {
	adults := int64(1)
	if p.Has("adults") {
		adults = p.Int("adults")
	}
	if infants := p.Int("infants"); infants > adults {
		return misuse{Text: fmt.Sprintf("--infants %d is more than --adults %d; an infant travels on an adult's lap", infants, adults)}
	}
	return nil
}

// checkFlightFilters refuses combinations that the service would answer with
// nothing, or would ignore.
func checkFlightFilters(p *params) error {
	if p.Has("airlines-match") && !p.Has("airlines") {
		return misuse{Text: "--airlines-match " + p.Text("airlines-match") + " does nothing without --airlines; name the airlines too"}
	}
	for _, pair := range [][2]string{
		{"min-price", "max-price"}, {"min-stopover-duration", "max-stopover-duration"},
		{"outbound-min-duration", "outbound-max-duration"}, {"return-min-duration", "return-max-duration"},
	} {
		low, errLow := strconv.ParseFloat(p.Text(pair[0]), 64)
		high, errHigh := strconv.ParseFloat(p.Text(pair[1]), 64)
		if errLow == nil && errHigh == nil && low > high {
			return misuse{Text: fmt.Sprintf("--%s %s is above --%s %s; nothing lies between", pair[0], p.Text(pair[0]), pair[1], p.Text(pair[1]))}
		}
	}
	return nil
}

// checkOneWay refuses filters on a return that a one-way search does not have.
func checkOneWay(p *params) error {
	for _, wire := range p.Names() {
		if strings.HasPrefix(wire, "return-") {
			return misuse{Text: "--" + wire + " needs a return flight; give RETURN, or leave it out"}
		}
	}
	return nil
}

// maxStops is --max-stops, a limit, beside the contract's --stops, a set.
type maxStops struct{ most *int }

func (m *maxStops) addFlag(cmd *cobra.Command) {
	flag := cmd.Flags().VarPF(m, "max-stops", "", "Most stops to keep on any leg; --stops names the counts one by one (a whole number from 0 to 9)")
	setFlagGroup(flag, groupFilter)
}

func (m *maxStops) String() string { return "" }
func (m *maxStops) Type() string   { return "int" }
func (m *maxStops) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 9 {
		return usageError{Arg: "--max-stops", Given: s, Want: "a whole number from 0 to 9"}
	}
	m.most = &n
	return nil
}

// apply turns the limit into the set that the service takes.
func (m *maxStops) apply(p *params) error {
	if m.most == nil {
		return nil
	}
	if p.Has("stops") {
		return misuse{Text: "--max-stops and --stops both say how many stops; give one of them"}
	}
	var set []any
	for n := range *m.most + 1 {
		set = append(set, n)
	}
	p.typedAs = map[string]string{"stops": "--max-stops " + strconv.Itoa(*m.most)}
	return p.Set("stops", set...)
}

// arguments checks how many arguments there are and names those that are
// missing or too many.
func arguments(names string, least, most int) cobra.PositionalArgs {
	list := strings.Fields(names)
	return func(cmd *cobra.Command, args []string) error {
		next := cmd.CommandPath() + " --help"
		switch {
		case len(args) < least:
			missing, are := list[len(args):least], "is"
			if len(missing) > 1 {
				are = "are"
			}
			return misuse{Text: fmt.Sprintf("%s %s missing; usage: %s %s", strings.Join(missing, " and "), are, cmd.CommandPath(), names), Next: next}
		case len(args) > most:
			return misuse{Text: fmt.Sprintf("%s is one argument too many; usage: %s", quoteArg(args[most]), strings.TrimSpace(cmd.CommandPath()+" "+names)), Next: next}
		}
		return nil
	}
}

// completeNothing keeps the shell from offering file names as arguments.
func completeNothing(cmd *cobra.Command) {
	cmd.ValidArgsFunction = cobra.NoFileCompletions
}
