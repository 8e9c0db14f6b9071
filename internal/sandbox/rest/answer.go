// Package rest has the parts shared by every operation of the sandbox's API: requests checked against the table
// of operations, problems of RFC 9457, trace ids and answers in JSON.
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

// Error is a failure that is reported to the caller, with a code of the contract and a sentence for people.
type Error struct {
	Code   wire.ErrorCode
	Detail string
}

const invalid = wire.ErrorCodeValidationFailed

// Invalidf returns the error for a request that breaks a rule.
func Invalidf(format string, args ...any) *Error {
	return &Error{Code: invalid, Detail: fmt.Sprintf(format, args...)}
}

// NotFoundf returns the error for an unknown id or path.
func NotFoundf(format string, args ...any) *Error {
	return &Error{Code: wire.ErrorCodeNotFound, Detail: fmt.Sprintf(format, args...)}
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Detail }

// statuses maps codes to the statuses that the contract assigns to them.
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

// Status returns the HTTP status that the contract assigns to the code.
func (e *Error) Status() int { return cmp.Or(statuses[e.Code], http.StatusInternalServerError) }

// WriteError answers with err as a problem. An err that is not an *Error becomes an internal_error, and the
// caller sees only its trace id.
func WriteError(w http.ResponseWriter, r *http.Request, err error) {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		e = &Error{Code: wire.ErrorCodeInternalError, Detail: "The service failed while answering. Try once more, then report the trace id."}
	}
	WriteStatus(w, r, e.Status(), e)
}

// WriteStatus answers with a problem whose status may be outside the contract's closed list of codes, for a
// request refused before it reaches an operation. A problem always needs a code, so such a request gets
// validation_failed: clients treat it like any request that must not be repeated unchanged.
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

// WriteJSON answers with a payload of the contract. It encodes the payload before writing, so that a payload that
// cannot be encoded still produces a complete problem.
func WriteJSON(w http.ResponseWriter, r *http.Request, status int, payload any) {
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false) // keep & readable in links
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
	// A write fails only if the caller is gone.
	_, _ = w.Write(body.Bytes())
}

type traceKey struct{}

// TraceID returns the trace id of the request that ctx belongs to, as sent in the X-Trace-Id header, or ""
// outside Trace.
func TraceID(ctx context.Context) string {
	id, _ := ctx.Value(traceKey{}).(string)
	return id
}

// Trace gives every request a trace id, answers a panic in next with a problem that shows no stack, and logs one
// line per request. The log has neither the query nor the headers, which may contain secrets. If next panics
// after the answer has begun, Trace cuts the connection so that the caller sees that the answer is incomplete.
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

// recorder records whether a request was answered and with which status.
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
