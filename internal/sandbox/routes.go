package sandbox

import (
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/site"
	"travel.example/travel/internal/sandbox/wire"
)

// service answers the operations of the contract.
type service struct {
	now     func() time.Time
	log     *slog.Logger
	version string

	gate      gate
	places    placeAPI
	countries countryAPI
	flights   *flightAPI
	hotels    *hotelAPI
	feedback  feedbackAPI
}

// operations say how operations of the contract are served, by operationId. Method, path, parameters
// and statuses come from the contract's table.
type operations map[string]handler

// handlers are those of every subject.
func (s *service) handlers() operations {
	all := operations{"getHealth": {serve: s.getHealth}, "getCurrentUser": {serve: getCurrentUser, scope: scopeUsers}}
	for _, of := range []operations{
		s.places.operations(), s.countries.operations(), s.feedback.operations(), s.flights.operations(), s.hotels.operations(),
	} {
		maps.Copy(all, of)
	}
	return all
}

// routes is everything that the sandbox answers: the contract, the sign-in and
// the site.
func (s *service) routes() http.Handler {
	mux := http.NewServeMux()
	handlers := s.handlers()
	var served []*api.Operation
	for i := range api.Operations {
		op := &api.Operations[i]
		if h, ok := handlers[op.ID]; ok {
			mux.Handle(op.Method+" "+op.Path, s.handle(op, h))
			served = append(served, op)
		}
	}
	s.gate.oauth.Register(mux)
	pages := s.site()
	pages.Register(mux)
	mux.Handle("/", pages.NotFound(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answerNoRoute(w, r, served) })))
	foreign := http.NewCrossOriginProtection()
	foreign.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest.WriteStatus(w, r, http.StatusForbidden, "A page of another site may not change anything here.")
	}))
	return foreign.Handler(wholePaths(mux))
}

// site makes the public site, which shares engines and searches with the API.
func (s *service) site() *site.Site {
	return site.New(site.Options{
		Now:        s.now,
		Log:        s.log,
		Flights:    s.flights.engine,
		Start:      s.flights.startSearch,
		Open:       s.flights.knownSearch,
		Departures: s.flights.departures,
		Hotels:     s.hotels.engine,
		StartStay:  s.hotels.startSearch,
		OpenStay:   s.hotels.knownSearch,
	})
}

// handle builds what serves an operation. The order of the steps is the
// order in which the contract lets things go wrong: body size, token, quota,
// scope, parameters.
func (s *service) handle(op *api.Operation, h handler) http.Handler {
	steps := []step{readBody}
	if !op.Open {
		steps = append(steps, s.gate.authenticate, s.gate.spend(op.ID, h.quota), s.gate.needScopes(h.scope))
	}
	steps = append(steps, checkParams(rest.For(op)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &call{op: op, w: w, r: r, at: s.now()}
		for _, take := range steps {
			if err := take(c); err != nil {
				s.fail(c, err)
				return
			}
		}
		payload, err := h.serve(c)
		if err != nil {
			s.fail(c, err)
			return
		}
		rest.WriteJSON(w, r, op.Success, payload)
	})
}

// fail answers with a problem and logs what the caller is not told.
func (s *service) fail(c *call, err error) {
	if e, ok := errors.AsType[*rest.Error](err); !ok || e.Code == wire.ErrorCodeInternalError {
		s.log.Error("operation failed", "operation", c.op.ID, "trace_id", rest.TraceID(c.r.Context()), "error", err)
	}
	rest.WriteError(c.w, c.r, err)
}

func (s *service) getHealth(*call) (any, error) {
	return wire.Health{Status: wire.HealthStatusHealthy, Commit: optional(s.version)}, nil
}

// wholePaths answers paths with empty, . or .. segments itself: ServeMux would
// redirect them, and no client of this service follows a redirect.
func wholePaths(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := r.URL.Path
		clean := path.Clean("/" + p)
		if strings.HasSuffix(p, "/") && clean != "/" {
			clean += "/"
		}
		if p != clean {
			rest.WriteError(w, r, rest.NotFoundf("There is nothing at %s.", r.URL.EscapedPath()))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// answerNoRoute answers what no operation takes: 404 for a path that does not
// exist, else the methods that it has, with 204 when just these were asked for.
func answerNoRoute(w http.ResponseWriter, r *http.Request, served []*api.Operation) {
	var allowed []string
	for _, op := range served {
		if !matches(op.Path, r.URL.Path) {
			continue
		}
		allowed = append(allowed, op.Method)
		if op.Method == http.MethodGet {
			allowed = append(allowed, http.MethodHead)
		}
	}
	if allowed == nil {
		rest.WriteError(w, r, rest.NotFoundf("There is nothing at %s.", r.URL.EscapedPath()))
		return
	}
	allowed = append(allowed, http.MethodOptions)
	slices.Sort(allowed)
	list := strings.Join(slices.Compact(allowed), ", ")
	w.Header().Set("Allow", list)
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	rest.WriteStatus(w, r, http.StatusMethodNotAllowed, r.URL.EscapedPath()+" takes "+list+".")
}

// matches tells whether a path has the form of a template of the contract.
func matches(template, path string) bool {
	parts, segments := strings.Split(template, "/"), strings.Split(path, "/")
	return len(parts) == len(segments) && !slices.ContainsFunc(parts, func(part string) bool {
		segment := segments[0]
		segments = segments[1:]
		if strings.HasPrefix(part, "{") {
			return segment == ""
		}
		return part != segment
	})
}
