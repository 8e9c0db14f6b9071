package sandbox

import (
	"net/http"

	"travel.example/travel/internal/sandbox/faults"
)

// withFaults puts the faults that were asked for in front of next, and returns
// a function that ends those in progress. Without any, next stays as it is.
func (s *Server) withFaults(specs []string, next http.Handler) (h http.Handler, end func(), err error) {
	if len(specs) == 0 {
		return next, func() {}, nil
	}
	rules := make([]faults.Rule, len(specs))
	for i, spec := range specs {
		if rules[i], err = faults.Parse(spec); err != nil {
			return nil, nil, err
		}
	}
	broken := faults.New(next, rules, faults.Options{Now: s.now, Log: s.log})
	return broken, broken.Close, nil
}
