package commands

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
)

// printFact is the name under which a list keeps what finds a row again.
const printFact = "print"

// renewal is the --renew of one command: whether an expired search is made
// anew, and what came of it.
type renewal struct {
	app   *app
	given bool
	thing string        // what is searched again: "the same trip"
	lacks error         // why it could not be found again, nil if it could
	asked bool          // whether a person has just agreed to spend a search
	facts *renewedFacts // nil until it was searched again
}

func (a *app) renewal(thing string) renewal { return renewal{app: a, thing: thing} }

func (r *renewal) addFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&r.given, "renew", false, "When the search has expired, search again for "+r.thing+"; spends one of your searches")
	setFlagGroup(cmd.Flags().Lookup("renew"), groupRun)
}

// check refuses --renew, before anything is sent, where it could not help.
func (r *renewal) check(about recall.Context) error {
	if !r.given {
		return nil
	}
	return r.possible(about)
}

// possible tells why a search cannot be made again, nil when it can.
func (r *renewal) possible(about recall.Context) error {
	command := "travel flights search FROM TO DATE"
	days := checkTravelDates(r.app.env.Now(), about.FromDate, about.ToDate)
	if about.CheckIn != "" {
		command = "travel hotels search PLACE CHECKIN CHECKOUT"
		days = checkStay(r.app.env.Now(), about.CheckIn, about.CheckOut)
	}
	switch {
	case !repeatable(about):
		return misuse{
			Text: "--renew cannot make this search again: what it asked for is not kept here",
			Hint: "only the searches of the last lists are; make a new one: " + command,
		}
	case days != nil:
		return misuse{
			Text: "this search cannot be made again: " + cmpDay(about) + " is past",
			Hint: "search other days: " + command,
		}
	}
	return r.lacks
}

func cmpDay(about recall.Context) string {
	if about.CheckIn != "" {
		return about.CheckIn
	}
	return about.FromDate
}

// repeatable tells whether the whole request of a search is known.
func repeatable(c recall.Context) bool {
	if c.CheckIn != "" {
		return c.CheckOut != "" && (c.Place != "" || c.HotelID > 0) && c.Adults > 0
	}
	return c.From != "" && c.To != "" && c.FromDate != ""
}

// again decides what follows a failed read: nil is to search again. That needs
// an expired search that can be made again, and --renew or a yes.
func (r *renewal) again(ctx context.Context, about recall.Context, err error) error {
	gone, ok := errors.AsType[goneError](err)
	if !ok {
		err = withAge(r.app, about, err)
		gone, ok = errors.AsType[goneError](err)
	}
	if !ok || r.facts != nil {
		return err
	}
	if why := r.possible(about); why != nil {
		if r.given {
			return why
		}
		if e, isMisuse := errors.AsType[misuse](why); isMisuse && repeatable(about) && r.lacks == nil {
			gone.way = e.Hint
		}
		return gone
	}
	if r.given {
		return nil
	}
	gone.way = r.app.withRenew() + "    searches again for " + r.thing + "; spends one of your searches"
	if !r.app.canAsk() {
		return gone
	}
	yes, askErr := r.app.confirm(ctx, upperFirst(gone.Error())+". Search again for "+r.thing+"? It spends one of your searches.")
	switch {
	case askErr != nil:
		return askErr
	case !yes:
		return gone
	}
	r.asked = true
	return nil
}

// late is the way out of a link that is late, if what it is for can be found
// again. Nobody refuses to make the link of a search that is gone, so its age
// is all there is to go by.
func (r *renewal) late(life linkLife, lacks error, about recall.Context) lateLink {
	until := life.until()
	if until.IsZero() || until.After(r.app.env.Now()) || lacks != nil || r.possible(about) != nil {
		return lateLink{}
	}
	return lateLink{"To search again for " + r.thing + ", which spends one of your searches", r.app.withRenew()}
}

// withRenew is the command as it was typed, with --renew.
func (a *app) withRenew() string {
	args := []string{"travel"}
	for _, arg := range a.env.Args {
		args = append(args, shellQuote(arg))
	}
	at := slices.Index(args, "--")
	if at < 0 {
		at = len(args)
	}
	return strings.Join(slices.Insert(args, at, "--renew"), " ")
}

// announce says what searching again spends, before it is spent; a question
// has said it already.
func (r *renewal) announce() {
	if r.app.text() && !r.asked {
		r.app.notice("Searching again for %s: this spends one of your searches.", r.thing)
	}
}

// began starts the facts of a renewal.
func (r *renewal) began(old recall.Context) {
	r.facts = &renewedFacts{FromSearchID: old.SearchID, AgeSeconds: int(r.app.env.Now().Sub(old.Created).Seconds())}
}

// kept notes in the lists of the old search that a new one was made, before
// anything of it is read: a fault must not make anyone spend twice.
func (r *renewal) kept(old recall.Context, id string, made time.Time) {
	r.facts.ToSearchID, r.facts.Spent = id, true
	lists, err := r.app.lists()
	if err != nil {
		return
	}
	for _, kind := range []recall.Kind{recall.Trips, recall.Fares, recall.Options, recall.Hotels, recall.Rates} {
		list, found, err := lists.Latest(kind)
		if err != nil || !found || list.Context.SearchID != old.SearchID {
			continue
		}
		list.Context.RenewedTo, list.Context.RenewedAt = id, made
		if err := lists.Save(list); err != nil {
			r.app.notice("the new search is %s; it is not kept here: %v", id, err)
		}
	}
}

// broken says, of a new search that a fault or Ctrl-C left unread, that it is
// there.
func (r *renewal) broken(err error, command string) error {
	if _, told := errors.AsType[unreadError](err); err == nil || told || r.facts.ToSearchID == "" {
		return err
	}
	return unread(err, command)
}

// fromProblem tells the 404 of an id that lives with its search.
func fromProblem(err error) bool {
	p, ok := errorsAsProblem(err)
	return ok && p.Code == apiclient.ErrorCodeNotFound
}
