package faults

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// inMemory is a listener in memory, whose time can be faked.
type inMemory struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (w *inMemory) Accept() (net.Conn, error) {
	select {
	case conn := <-w.conns:
		return conn, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

func (w *inMemory) Close() error   { return nil }
func (w *inMemory) Addr() net.Addr { return &net.IPAddr{} }

// newTimedRig is a rig inside a synctest bubble.
func newTimedRig(t *testing.T, specs ...string) (r *rig, handler *Handler) {
	t.Helper()
	r = &rig{t: t, url: "http://sandbox.test"}
	handler = New(r, parsed(t, specs...), Options{})
	w := &inMemory{conns: make(chan net.Conn), closed: make(chan struct{})}
	server := &http.Server{Handler: handler, ReadTimeout: 15 * time.Second, WriteTimeout: 30 * time.Second}
	go func() { _ = server.Serve(w) }()
	r.client = &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			near, far := net.Pipe()
			w.conns <- far
			return near, nil
		},
	}}
	t.Cleanup(func() {
		handler.Close()
		close(w.closed)
		_ = server.Close()
	})
	return r, handler
}

// took sends a create with at most a minute to answer, and tells how long that
// took.
func (r *rig) took() (seen, time.Duration) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	began := time.Now()
	got, _ := r.post(ctx)
	return got, time.Since(began)
}

func TestASilenceOutlastsTheTimeoutsOfTheServer(t *testing.T) {
	for spec, want := range map[string]seen{
		"hang-before-read":   {End: "silent"},
		"hang":               {End: "silent"},
		"hang-after-work":    {End: "silent", Work: 1},
		"hang-after-headers": {201, "application/json", "", "silent", 1},
		"hang-mid-body":      {201, "application/json", genuineBody[:half], "silent", 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			r, _ := newTimedRig(t, "createFlightSearch="+spec)
			got, took := r.took()
			if diff := cmp.Diff(want, got); diff != "" || took != time.Minute {
				t.Errorf("%s lasted %v (-want +got):\n%s", spec, took, diff)
			}
		})
	}
}

func TestASilenceEndsWhenTheServerIsToldTo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, handler := newTimedRig(t, "*=hang")
		time.AfterFunc(20*time.Second, handler.Close)
		got, took := r.took()
		if diff := cmp.Diff(seen{End: "cut"}, got); diff != "" || took != 20*time.Second {
			t.Errorf("it ended after %v (-want +got):\n%s", took, diff)
		}
		if got, took = r.took(); got.End != "cut" || took != 0 {
			t.Errorf("the next one got %v after %v, want an end at once", got, took)
		}
	})
}

func TestASilenceEndsByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _ := newTimedRig(t, "*=hang")
		began := time.Now()
		got, _ := r.post(t.Context())
		if diff := cmp.Diff(seen{End: "cut"}, got); diff != "" || time.Since(began) != longest {
			t.Errorf("it ended after %v (-want +got):\n%s", time.Since(began), diff)
		}
	})
}

func TestADelayComesBeforeTheGenuineAnswer(t *testing.T) {
	for spec, want := range map[string]time.Duration{
		"delay 40s":                         40 * time.Second,
		"503 upstream_unavailable delay=59": 59 * time.Second,
		"delay 61s":                         time.Minute,
		"hang delay=10s":                    time.Minute,
	} {
		synctest.Test(t, func(t *testing.T) {
			r, _ := newTimedRig(t, "*="+spec)
			got, took := r.took()
			if took != want || (got.End == "whole") != (want < time.Minute) {
				t.Errorf("%s: got %v after %v, want %v", spec, got, took, want)
			}
		})
	}
}

func TestDropsFallOneByOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _ := newTimedRig(t, "*=drip")
		got, took := r.took()
		// The last drop within the minute may or may not be in time.
		want := seen{201, "application/json", genuineBody[:59], "silent", 1}
		got.Body = got.Body[:min(len(got.Body), 59)]
		if diff := cmp.Diff(want, got); diff != "" || took != time.Minute {
			t.Errorf("after %v (-want +got):\n%s", took, diff)
		}
		r, _ = newTimedRig(t, "*=drip 10ms")
		want = seen{201, "application/json", genuineBody, "whole", 1}
		got, took = r.took()
		if diff := cmp.Diff(want, got); diff != "" || took != time.Duration(len(genuineBody))*10*time.Millisecond {
			t.Errorf("after %v (-want +got):\n%s", took, diff)
		}
	})
}

func TestOverAPipeACutIsAnEnd(t *testing.T) {
	for _, spec := range []string{"reset-before-read", "reset", "lost", "reset-after-headers", "truncate"} {
		synctest.Test(t, func(t *testing.T) {
			r, _ := newTimedRig(t, "*="+spec)
			if got, took := r.took(); !strings.Contains(got.End, "cut") && !strings.Contains(got.End, "closed pipe") || took > patience {
				t.Errorf("%s: got %v after %v", spec, got, took)
			}
		})
	}
}
