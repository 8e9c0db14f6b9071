package watch_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/watch"
	"travel.example/travel/internal/kept"
	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// kinds are what came of each watch, by number.
func kinds(p watch.Pass) string {
	var all []string
	for _, e := range p.Events {
		all = append(all, string(e.Kind))
	}
	return strings.Join(all, " ")
}

// Without anyone to ask a pass that needs searches has to be given their number, and leaves nothing behind; one
// with too few of them looks for those that were not looked for the longest.
func TestAPassSpendsWhatIsAgreedTo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, t.TempDir(), "one", nil)
		trips := listTrips(t, d, "LIS", "MAD", "+30d")
		add(t, d, listed(t, trips, 1), watched.Typed{})
		add(t, d, listed(t, listTrips(t, d, "LIS", "FCO", "+30d"), 1), watched.Typed{})
		add(t, d, listed(t, trips, 2), watched.Typed{})
		_, err := watch.Run(t.Context(), d, &watch.Request{Unattended: true})
		if problem.ClassOf(err) != problem.Usage || paste.Advice(err) != "to agree to them: --max-searches 2" {
			t.Fatalf("%v; %s", err, problem.AdviceOf(err))
		}
		if plan, err := watch.Needs(d); err != nil || plan.Searches != 2 || plan.Watches != 3 {
			t.Errorf("%+v %v", plan, err)
		}
		one := 1
		spend := desk.Spending{MaxSearches: &one, Longest: time.Minute}
		for _, want := range []string{"unchanged unasked unchanged", "unasked unchanged unasked", "unchanged unasked unchanged"} {
			time.Sleep(time.Hour)
			pass, err := watch.Run(t.Context(), d, &watch.Request{Unattended: true, Spending: spend})
			if kinds(pass) != want || pass.Searches != 1 || pass.Unasked == 0 || problem.AdviceOf(err) != "the same command makes the next searches" || pass.Resumed {
				t.Fatalf("%s, %d searches: %v; want %s", kinds(pass), pass.Searches, err, want)
			}
		}
		// A watch that was looked for shares its search with one that was just added: its market is known by now.
		add(t, d, listed(t, trips, 3), watched.Typed{})
		if plan, err := watch.Needs(d); err != nil || plan.Searches != 2 {
			t.Errorf("%+v %v", plan, err)
		}
		// One watch costs the search of that one alone.
		pass, err := watch.Run(t.Context(), d, &watch.Request{Numbers: []int{2, 2}, Spending: spend})
		if kinds(pass) != "unchanged" || err != nil || pass.Events[0].N != 2 {
			t.Errorf("%s: %v", kinds(pass), err)
		}
		if _, err := watch.Run(t.Context(), d, &watch.Request{Numbers: []int{9}}); problem.ClassOf(err) != problem.Usage {
			t.Error(err)
		}
	})
}

// What is like the offer is not the offer: another minute, another seller, another bed. A rule that waits for
// any change fires when it is gone, once.
func TestAnotherOfferIsNotTheOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, t.TempDir(), "one", nil)
		trips := listTrips(t, d, "LIS", "MAD", "+30d")
		fares := listFares(t, d, "1")
		_ = listHotels(t, d, "Lisbon", "+30d", "2 nights")
		rates := listRates(t, d, "1")
		later := listed(t, trips, 1)
		later.Row.Trip = slices.Clone(later.Row.Trip)
		later.Row.Trip[0].Departs = later.Row.Trip[0].Departs[:14] + "59"
		seller := listed(t, fares, 1)
		fare := *seller.Row.Fare
		fare.Print.Seller += "x"
		seller.Row.Fare = &fare
		bed := listed(t, rates, 1)
		rate := *bed.Row.Rate
		rate.Print.Room += "x"
		bed.Row.Rate = &rate
		hotel := listed(t, latest(t, d, recall.Hotels), 1)
		hotel.Row.ID = "9007199254740991"
		for _, o := range []kept.Offer{later, seller, bed, hotel} {
			add(t, d, o, watched.Typed{Any: true})
		}
		first, err := run(t.Context(), d)
		must(t, err)
		time.Sleep(time.Hour)
		second, err := run(t.Context(), d)
		must(t, err)
		if kinds(first) != "gone gone gone gone" || first.Fired != 4 || kinds(second) != "unchanged unchanged unchanged unchanged" || second.Fired != 0 {
			t.Fatalf("%s, then %s", kinds(first), kinds(second))
		}
		for i, want := range []string{"not among the ", "its trip is there, and this fare is not among its ", "rates of the hotel for these days", "with a room for these days"} {
			if !strings.Contains(first.Events[i].Why, want) {
				t.Errorf("watch %d: %q", i+1, first.Events[i].Why)
			}
		}
	})
}

// A pass that was cut off is gone on with: the searches that were made are read, what was found and not told
// is told, and no history has a point twice.
func TestAPassThatWasCutOffGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &requests{}
		home := t.TempDir()
		d := open(t, home, "one", log)
		add(t, d, listed(t, listTrips(t, d, "LIS", "MAD", "+30d"), 1), watched.Typed{Below: "1000000"})
		add(t, d, listed(t, listTrips(t, d, "LIS", "FCO", "+30d"), 1), watched.Typed{Below: "1000000"})
		log.take()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Second, cancel)
		cut, err := run(ctx, d)
		if problem.ClassOf(err) != problem.Interrupted || cut.Searches != 2 || log.take() != 2 {
			t.Fatalf("%s, %d searches: %v", kinds(cut), cut.Searches, err)
		}
		time.Sleep(time.Minute)
		whole, err := run(t.Context(), d)
		must(t, err)
		if !whole.Resumed || whole.ID != cut.ID || whole.Searches != 0 || log.take() != 0 || whole.Fired != 2 {
			t.Errorf("%+v", whole)
		}
		for n := 1; n <= 2; n++ {
			past, _, err := watch.History(d, n)
			must(t, err)
			if len(past.History) != 1 || past.Watch.Spent != 1 || past.History[0].Pass != cut.ID {
				t.Errorf("watch %d: %+v", n, past.History)
			}
		}
		// What no one was told, because the pass was never gone on with, is told by the next one.
		unreported(t, home)
		time.Sleep(time.Hour)
		later, err := run(t.Context(), d)
		must(t, err)
		if later.Resumed || later.Fired != 2 || later.Searches != 2 {
			t.Errorf("%+v", later)
		}
		time.Sleep(time.Hour)
		if last, err := run(t.Context(), d); err != nil || last.Fired != 0 {
			t.Errorf("%+v %v", last, err)
		}
	})
}

// untold takes back from the log of the last pass that it was told, as if it had been killed before.
func unreported(t *testing.T, home string) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(home, ".local/state/travel/watches/*/pass.json"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	text, err := os.ReadFile(files[0])
	must(t, err)
	begun := strings.NewReplacer(`"ended":true,`, "", `[1,2]`, "[]", `[2,1]`, "[]").Replace(string(text))
	must(t, os.WriteFile(files[0], []byte(begun), 0o600))
}

// A watch of a day that has passed is closed, is told so once, and costs nothing; one that fails stops no other.
func TestClosedAndFailedWatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &requests{}
		d := open(t, t.TempDir(), "one", log)
		add(t, d, listed(t, listTrips(t, d, "LIS", "MAD", "+2d"), 1), watched.Typed{})
		wrong := listed(t, listTrips(t, d, "LIS", "FCO", "+30d"), 1)
		asked := *wrong.List.Flight
		asked.To = "QQQ" // the service knows no such place
		wrong.List.Flight = &asked
		add(t, d, wrong, watched.Typed{})
		add(t, d, listed(t, listTrips(t, d, "LIS", "LHR", "+30d"), 1), watched.Typed{})
		time.Sleep(4 * 24 * time.Hour)
		log.take()
		pass, err := run(t.Context(), d)
		failed := strings.Contains(fmt.Sprint(err), "1 of 3 watches could not be looked for; watch 2: ")
		if kinds(pass) != "closed failed unchanged" || !failed || pass.Events[1].Error == nil {
			t.Fatalf("%s: %v", kinds(pass), err)
		}
		if again, _ := run(t.Context(), d); kinds(again) != "failed unchanged" || again.Closed != 1 {
			t.Errorf("%s, %d closed", kinds(again), again.Closed)
		}
		past, _, err := watch.History(d, 1)
		if must(t, err); past.Watch.State != watched.Closed || len(past.History) != 1 || past.Watch.Spent != 0 {
			t.Errorf("%+v", past)
		}
		if _, err := watch.Add(t.Context(), d, past.Watch.Watch.Offer, "", watched.Typed{}); problem.ClassOf(err) != problem.Usage {
			t.Error(err)
		}
	})
}

// Two passes at once: one looks, and the other leaves the watches to it. A directory that takes nothing is
// told before anything is spent.
func TestOnePassAtOnceAndNoneThatCannotBeKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &requests{}
		home := t.TempDir()
		d := open(t, home, "one", log)
		add(t, d, listed(t, listTrips(t, d, "LIS", "MAD", "+30d"), 1), watched.Typed{})
		one := 1
		var other error
		_, err := watch.Run(t.Context(), d, &watch.Request{
			Spending: desk.Spending{MaxSearches: &one, Longest: time.Minute},
			Told:     func(watch.Event) { _, other = run(t.Context(), d) },
		})
		if must(t, err); !errors.Is(other, watch.ErrBusy) {
			t.Error(other)
		}
		log.take()
		files, _ := filepath.Glob(filepath.Join(home, ".local/state/travel/watches/*/pass.json"))
		must(t, os.Remove(files[0]))
		must(t, os.Mkdir(files[0], 0o700)) // whoever runs this may write everywhere
		if _, err := run(t.Context(), d); problem.ClassOf(err) != problem.Local || log.take() != 0 {
			t.Errorf("%v", err)
		}
	})
}

// A watch that is removed while a pass looks for it is told as that, and no more is kept of it.
func TestAWatchThatIsRemovedMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, t.TempDir(), "one", nil)
		add(t, d, listed(t, listTrips(t, d, "LIS", "MAD", "+30d"), 1), watched.Typed{})
		pass, err := watch.Run(t.Context(), d, &watch.Request{
			Spending: desk.Spending{Yes: true, Longest: time.Minute},
			Started: func(watch.Plan) {
				_, err := watch.Open(d.Home()).Remove(t.Context(), 1)
				must(t, err)
			},
		})
		if must(t, err); kinds(pass) != "removed" || pass.Unasked != 0 || pass.Events[0].Why != "it was removed while this pass looked for it" {
			t.Errorf("%+v", pass)
		}
	})
}

// A pass that may search nothing says how it may.
func TestAPassWithoutASearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, t.TempDir(), "one", nil)
		add(t, d, listed(t, listTrips(t, d, "LIS", "MAD", "+30d"), 1), watched.Typed{})
		_, err := watch.Run(t.Context(), d, &watch.Request{Spending: desk.Spending{MaxSearches: new(int)}})
		if problem.ClassOf(err) != problem.Wait || paste.Advice(err) != "to make some: --max-searches 1, or more" {
			t.Errorf("%v; %s", err, problem.AdviceOf(err))
		}
	})
}

// A price in another currency is no change of the price.
func TestAnotherCurrencyIsNoDrop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		home := t.TempDir()
		d := open(t, home, "one", nil)
		add(t, d, listed(t, listTrips(t, d, "LIS", "MAD", "+30d"), 1), watched.Typed{Any: true})
		files, _ := filepath.Glob(filepath.Join(home, ".local/state/travel/watches/*/1.json"))
		text, err := os.ReadFile(files[0])
		must(t, err)
		text = regexp.MustCompile(`("amount":"[^"]*","currency":)"USD"`).ReplaceAll(text, []byte(`$1"JPY"`))
		must(t, os.WriteFile(files[0], text, 0o600))
		pass, err := run(t.Context(), d)
		if kinds(pass) != "failed" || err == nil || !strings.Contains(err.Error(), "priced in USD, and this watch is in JPY") {
			t.Errorf("%s: %v", kinds(pass), err)
		}
		if _, err := json.Marshal(pass); err != nil {
			t.Error(err)
		}
	})
}

// A pass reads no search before late answers have come in.
func TestLateAnswersCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, t.TempDir(), "one", nil)
		add(t, d, listed(t, listTrips(t, d, "LIS", "MAD", "+30d"), 1), watched.Typed{})
		began := time.Now()
		_, err := run(t.Context(), d)
		if must(t, err); time.Since(began) < search.GrownAfter {
			t.Errorf("a pass took %s", time.Since(began))
		}
	})
}

// A history of a newer version stays as it is, and no search is spent on what could not be added to it.
func TestAHistoryOfANewerVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &requests{}
		home := t.TempDir()
		d := open(t, home, "one", log)
		add(t, d, listed(t, listTrips(t, d, "LIS", "MAD", "+30d"), 1), watched.Typed{})
		files, _ := filepath.Glob(filepath.Join(home, ".local/state/travel/watches/*/1.json"))
		history, newer := strings.TrimSuffix(files[0], "json")+"ndjson", "{\"travel\":\"history of a watch\",\"version\":2}\n"
		must(t, os.WriteFile(history, []byte(newer), 0o600))
		log.take()
		pass, err := run(t.Context(), d)
		if err != nil || log.take() != 0 || len(pass.Files) != 1 || !strings.Contains(pass.Files[0], "newer version") {
			t.Errorf("%+v, %v", pass, err)
		}
		if left, err := os.ReadFile(history); string(left) != newer {
			t.Errorf("%q, %v", left, err)
		}
	})
}
