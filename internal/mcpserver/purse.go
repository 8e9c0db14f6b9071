package mcpserver

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// MostSearches is the default number of searches a server makes without asking.
const MostSearches = 20

// A purse limits the searches of one server and tracks its live searches.
type purse struct {
	most int // searches that may be made without asking

	mu     sync.Mutex
	spent  int
	living map[string]*making // by operation and request
}

// making is a search that is being made, or was.
type making struct {
	done  chan struct{} // closed when it is made or has failed
	made  search.Created
	err   error
	until time.Time // when it may have expired
}

// callPurse is the purse as used by one call.
type callPurse struct {
	*purse
	asks   *asking
	now    func() time.Time
	reused *search.Created // a search made by an earlier call, or nil
	made   *search.Created // the search made by this call, or nil
}

// Make implements [search.Purse]. It reuses a live search for an equal request, even one that is still being made.
// Otherwise it makes a new search if any are left or a person agrees.
func (p *callPurse) Make(ctx context.Context, operation string, request any, create func(context.Context) (search.Created, error)) (search.Created, error) {
	switch r := request.(type) { // with their defaults, requests for the same search are equal
	case apiclient.FlightSearchRequest:
		request = query.OfFlight(r).Request()
	case apiclient.HotelSearchRequest:
		r.Adults, r.Rooms = cmp.Or(r.Adults, new(hotels.UsualAdults)), cmp.Or(r.Rooms, new(1))
		if n := len(r.ChildrenAges); n > 0 {
			r.Children = &n
		}
		request = r
	}
	text, err := json.Marshal(request)
	if err != nil {
		return search.Created{}, fmt.Errorf("compare the search: %w", err)
	}
	key := operation + string(text)
	for {
		m, mine, err := p.claim(key)
		if err != nil {
			return search.Created{}, err
		}
		if mine {
			m.err = errors.New("the search was not made")
			defer p.settle(operation, key, m)
			m.made, m.err = create(ctx)
			return m.made, m.err
		}
		select {
		case <-m.done:
			if m.err == nil {
				made := m.made
				made.Reused = true
				p.mu.Lock()
				p.reused = &made
				p.mu.Unlock()
				return made, nil
			}
		case <-ctx.Done():
			return search.Created{}, ctx.Err()
		}
	}
}

// claim returns the live search for a request, or a new one for the caller to make.
func (p *callPurse) claim(key string) (m *making, mine bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.living, func(_ string, m *making) bool { return !m.until.IsZero() && !p.now().Before(m.until) })
	if m, ok := p.living[key]; ok {
		return m, false, nil
	}
	if p.spent >= p.most {
		if err := p.beyond(); err != nil {
			return nil, false, err
		}
	}
	p.spent++
	m = &making{done: make(chan struct{})}
	p.living[key] = m
	return m, true, nil
}

// beyond asks whether to use more searches than were allowed at the start.
func (p *callPurse) beyond() error {
	message := fmt.Sprintf("The agent has made %s, as many as it may without asking. May it make another one? It spends one of your searches.", words.Plural(p.spent, "search", "searches"))
	answer, err := p.asks.ask("agree one search more", message, []string{"yes", "no"}, nil)
	switch {
	case err != nil && !errors.Is(err, desk.ErrNoOne):
		return err
	case answer == "yes":
		return nil
	case err == nil:
		return errNotAgreed
	}
	return problem.ChoiceError{
		Text: fmt.Sprintf("this server may make %s without asking, and none is left", words.Plural(p.most, "search", "searches")),
		Hint: "read what was found again, which spends none; the person can start the server with a higher limit",
	}
}

// errNotAgreed reports that a person declined another search.
var errNotAgreed = problem.Error{
	Class: problem.Choice, Retry: problem.No, Text: "the person did not agree to spend another search",
	Hint: "do not ask again; read what was found again, which spends none",
}

// settle records the outcome of a search and notifies the calls that wait for it.
func (p *callPurse) settle(operation, key string, m *making) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if m.err != nil {
		if p.living[key] == m {
			delete(p.living, key)
		}
		if !apiclient.MaybeCreated(m.err) {
			p.spent--
		}
	} else {
		p.made = &m.made
		lasts := search.HotelsLast
		if operation == "createFlightSearch" {
			lasts = search.FlightsLast
		}
		m.until = m.made.At.Add(lasts)
	}
	close(m.done)
}

// left returns how many of n searches may be made without asking, or 1 that a person agreed to.
func (p *callPurse) left(n int) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n > 0 && p.spent >= p.most {
		return 1, p.beyond()
	}
	return min(n, max(p.most-p.spent, 0)), nil
}

// forget removes a search that is about to be repeated.
func (p *purse) forget(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.living, func(_ string, m *making) bool { return !m.until.IsZero() && m.made.SearchID == id })
}
