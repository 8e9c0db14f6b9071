// Package rest holds what every operation of the sandbox's API has in common:
// requests checked against the table of operations, problems of RFC 9457,
// trace ids, and answers in JSON.
package rest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"travel.example/travel/internal/sandbox/wire"
)

// Error is a failure that the caller is told about: a code of the contract and
// a sentence for a person.
type Error struct {
	Code   wire.ErrorCode
	Detail string
}

const invalid = wire.ErrorCodeValidationFailed

// Invalidf returns the refusal of a request that breaks a rule.
func Invalidf(format string, args ...any) *Error {
	return &Error{Code: invalid, Detail: fmt.Sprintf(format, args...)}
}

// NotFoundf returns the answer to an id or a path that names nothing.
func NotFoundf(format string, args ...any) *Error {
	return &Error{Code: wire.ErrorCodeNotFound, Detail: fmt.Sprintf(format, args...)}
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Detail }

// statuses are those that the contract fixes for its codes.
var statuses = map[wire.ErrorCode]int{
	invalid:                               http.StatusBadRequest,
	wire.ErrorCodeInvalidToken:            http.StatusUnauthorized,
	wire.ErrorCodeInsufficientScope:       http.StatusForbidden,
	wire.ErrorCodeNotFound:                http.StatusNotFound,
	wire.ErrorCodeRatesRequireHotelSearch: http.StatusConflict,
	wire.ErrorCodeRateLimited:             http.StatusTooManyRequests,
	wire.ErrorCodeInternalError:           http.StatusInternalServerError,
	wire.ErrorCodeBadGateway:              http.StatusBadGateway,
	wire.ErrorCodeUpstreamUnavailable:     http.StatusServiceUnavailable,
	wire.ErrorCodeUpstreamRateLimited:     http.StatusServiceUnavailable,
}

// Status is the HTTP status that the contract fixes for the code.
func (e *Error) Status() int { return cmp.Or(statuses[e.Code], http.StatusInternalServerError) }

// WriteError answers with the problem that err is. An err that is not an *Error is
// an internal_error, of which the caller learns nothing but the trace id.
func WriteError(w http.ResponseWriter, r *http.Request, err error) {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		e = &Error{Code: wire.ErrorCodeInternalError, Detail: "The service failed while answering. Try once more, then report the trace id."}
	}
	WriteStatus(w, r, e.Status(), e)
}

// WriteStatus answers with a problem whose status may be one that the contract's closed list of codes does not know: a
// request that was refused before it reached an operation. A problem always has a code, and what a client does about
// validation_failed is what it does about any request that must not be sent again as it is.
func WriteStatus(w http.ResponseWriter, r *http.Request, status int, e *Error) {
	WriteJSON(w, r, status, wire.Problem{
		Type:     "about:blank",
		Title:    http.StatusText(status),
		Status:   status,
		Code:     e.Code,
		Detail:   &e.Detail,
		Instance: r.URL.EscapedPath(),
		TraceID:  TraceID(r.Context()),
	})
}

// WriteJSON answers with a payload of the contract. It encodes before it writes, so that a payload that cannot be
// encoded is still answered with a whole problem.
func WriteJSON(w http.ResponseWriter, r *http.Request, status int, payload any) {
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false) // links in the answer keep their ampersands
	if err := enc.Encode(payload); err != nil {
		WriteError(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	if _, problem := payload.(wire.Problem); problem {
		h.Set("Content-Type", "application/problem+json")
	}
	h.Set("Content-Length", strconv.Itoa(body.Len()))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	// A failed write means that the caller is gone: there is no one to tell.
	_, _ = w.Write(body.Bytes())
}

type traceKey struct{}

// TraceID is the id of the request that ctx belongs to, as sent in the
// X-Trace-Id header; empty outside Trace.
func TraceID(ctx context.Context) string {
	id, _ := ctx.Value(traceKey{}).(string)
	return id
}

// Trace gives every request a trace id, answers a panic of next with a problem
// that shows no stack, and logs one line per request: neither query nor
// headers, which may hold secrets. After a panic, an answer that has begun cannot
// be taken back: the connection is cut, so that the caller sees it is not whole.
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
				if rec.status != 0 || p == http.ErrAbortHandler {
					panic(http.ErrAbortHandler)
				}
				WriteError(rec, r, fmt.Errorf("panic: %v", p))
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
	w.status = cmp.Or(w.status, http.StatusOK)
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
