package transport

import (
	"net/http"
	"strconv"
	"time"

	"github.com/dunglas/httpsfv"
)

// Window is a window of the caller's quota with its size, as far as an answer says.
type Window struct {
	Quota
	Limit int64         // requests in each span, 0 when it is not said
	Span  time.Duration // 0 when it is not said
}

// Windows reads RateLimit and RateLimit-Policy, else the older RateLimit- and X-RateLimit- headers, whose
// reset is in seconds or a point in Unix time. Garbage gives none.
func Windows(header http.Header, now time.Time) []Window {
	quotas := Quotas(header)
	if len(quotas) == 0 {
		return older(header, now)
	}
	policies := map[string]Window{}
	if list, err := httpsfv.UnmarshalList(header.Values("RateLimit-Policy")); err == nil {
		for _, member := range list[:min(len(list), maxQuotas)] {
			item, ok := member.(httpsfv.Item)
			if !ok || item.Params == nil {
				continue
			}
			limit, _ := paramInt(item.Params, "q")
			seconds, _ := paramInt(item.Params, "w")
			policies[itemName(item)] = Window{Limit: max(limit, 0), Span: span(seconds)}
		}
	}
	windows := make([]Window, len(quotas))
	for i, q := range quotas {
		windows[i] = policies[q.Name]
		windows[i].Quota = q
	}
	return windows
}

// span bounds the length of a window, in seconds.
func span(seconds int64) time.Duration {
	bound := int64(MaxWait / time.Second)
	return time.Duration(min(max(seconds, 0), bound)) * time.Second
}

// older reads the headers that were usual before RateLimit. They tell of one window.
func older(header http.Header, now time.Time) []Window {
	for _, prefix := range []string{"RateLimit-", "X-RateLimit-"} {
		number := func(name string) (int64, bool) {
			n, err := strconv.ParseInt(header.Get(prefix+name), 10, 64)
			return n, err == nil
		}
		left, okLeft := number("Remaining")
		reset, okReset := resetIn(header.Get(prefix+"Reset"), sentAt(header, now))
		if !okLeft || !okReset {
			continue
		}
		limit, _ := number("Limit")
		name := header.Get(prefix + "Resource")
		return []Window{{Quota: newQuota(name, left, int64(reset/time.Second)), Limit: max(limit, 0)}}
	}
	return nil
}
