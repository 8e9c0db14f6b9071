package quota

import (
	"net/http"
	"strconv"
	"time"

	"github.com/dunglas/httpsfv"
)

// SetHeaders writes RateLimit and RateLimit-Policy, one entry per window, and
// for a refused request Retry-After (seconds until the latest reset of the
// windows that are empty) and the older X-RateLimit headers of that window.
func (u Usage) SetHeaders(h http.Header) error {
	var state, policy httpsfv.List
	for _, w := range u.Windows {
		state = append(state, item(w.Name, param{"r", w.Left}, param{"t", seconds(w.Reset)}))
		policy = append(policy, item(w.Name, param{"q", w.Limit}, param{"w", seconds(w.Span)}))
	}
	left, err := httpsfv.Marshal(state)
	if err != nil {
		return err
	}
	rules, err := httpsfv.Marshal(policy)
	if err != nil {
		return err
	}
	h.Set("RateLimit", left)
	h.Set("RateLimit-Policy", rules)
	if w, refused := u.Refused(); refused {
		h.Set("Retry-After", strconv.Itoa(seconds(w.Reset)))
		u.setOlder(h, w)
	}
	return nil
}

// setOlder writes the headers that were usual before the RateLimit draft. Their
// reset is a point in time, in whole seconds of Unix time.
func (u Usage) setOlder(h http.Header, w State) {
	h.Set("X-RateLimit-Limit", strconv.Itoa(w.Limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(w.Left))
	h.Set("X-RateLimit-Reset", strconv.FormatInt(u.at.Unix()+int64(seconds(w.Reset)), 10))
	h.Set("X-RateLimit-Resource", w.Name)
}

type param struct {
	name  string
	value int
}

func item(name string, params ...param) httpsfv.Item {
	it := httpsfv.NewItem(name)
	for _, p := range params {
		it.Params.Add(p.name, p.value)
	}
	return it
}

// seconds rounds up: after that long the window is open.
func seconds(d time.Duration) int {
	return int((d + time.Second - 1) / time.Second)
}
