package rest

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

type traceKey struct{}

// TraceID is the id of the request that ctx belongs to, as sent in the
// X-Trace-Id header; empty outside Trace.
func TraceID(ctx context.Context) string {
	id, _ := ctx.Value(traceKey{}).(string)
	return id
}

// Trace gives every request a trace id, answers a panic of next with a problem
// that shows no stack, and logs one line per request: neither query nor
// headers, which may hold secrets.
func Trace(next http.Handler, now func() time.Time, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := now()
		var raw [16]byte
		rand.Read(raw[:])
		id := hex.EncodeToString(raw[:])
		w.Header().Set("X-Trace-Id", id)
		r = r.WithContext(context.WithValue(r.Context(), traceKey{}, id))
		rec := &recorder{ResponseWriter: w}
		defer func() {
			log.Info("request", "trace_id", id, "method", r.Method, "path", r.URL.EscapedPath(),
				"status", cmp.Or(rec.status, http.StatusOK), "duration", now().Sub(began))
		}()
		defer func() {
			if p := recover(); p != nil {
				log.Error("panic", "trace_id", id, "error", fmt.Sprint(p))
				rec.giveUp(r, p)
			}
		}()
		next.ServeHTTP(rec, r)
	})
}

// recorder remembers whether and how a request was answered.
type recorder struct {
	http.ResponseWriter
	status int // 0 until the answer begins
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// giveUp answers a panic with a problem. An answer that has begun cannot be
// taken back: the connection is cut, so that the caller sees it is not whole.
func (w *recorder) giveUp(r *http.Request, reason any) {
	if w.status != 0 || reason == http.ErrAbortHandler {
		panic(http.ErrAbortHandler)
	}
	WriteError(w, r, fmt.Errorf("panic: %v", reason))
}
