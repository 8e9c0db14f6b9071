package apiclient

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"travel.example/travel/internal/transport"
)

// all returns the same outcome for every column.
func all(o outcome) [classes]outcome { return [classes]outcome{o, o, o, o, o} }

// silent reads the request and never answers.
func silent(w *wire, _ int, conn net.Conn) {
	if w.read(conn) {
		_, _ = io.Copy(io.Discard, conn)
	}
}

// dripping sends a valid header, then one byte per second of the virtual clock.
func dripping(w *wire, _ int, conn net.Conn) {
	if !w.read(conn) {
		return
	}
	_, err := fmt.Fprintf(conn, "HTTP/1.1 %d OK\r\n%sContent-Length: 1000000\r\n\r\n", statusFor(w), jsonHeader)
	for err == nil {
		time.Sleep(time.Second)
		_, err = io.WriteString(conn, " ")
	}
}

// closing reads the request and hangs up.
func closing(w *wire, _ int, conn net.Conn) { w.read(conn) }

// half is the first wait of a call with the middle random position.
const half = 500 * time.Millisecond

func sec(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }

func lostRows() []faultRow {
	noAnswer := func(took time.Duration) [classes]outcome {
		once := outcome{1, failed(NoAnswer), true, took}
		thrice := outcome{3, failed(NoAnswer), false, 3*took + sec(2)}
		return [classes]outcome{once, thrice, thrice, thrice, once}
	}
	dripped := noAnswer(DefaultTimeout)
	dripped[feedback] = outcome{1, "ok", false, DefaultTimeout}
	broken := outcome{3, failed(Truncated), false, sec(2)}
	garbled := outcome{3, failed(NotJSON), false, sec(2)}
	return []faultRow{
		{"F04 sent, and no header ever", silent, noAnswer(DefaultTimeout)},
		{"F05 the body drips", dripping, dripped},
		{"F06 the connection ends after the request", closing, noAnswer(0)},
		{"F07 a success is cut off", func(w *wire, _ int, conn net.Conn) {
			if w.read(conn) {
				_, _ = fmt.Fprintf(conn, "HTTP/1.1 %d OK\r\n%sContent-Length: 50\r\n\r\n{", statusFor(w), jsonHeader)
			}
		}, [classes]outcome{{1, failed(Truncated), true, 0}, broken, broken, broken, {1, "ok", false, 0}}},
		{"F07 a success is not JSON", func(w *wire, n int, conn net.Conn) {
			if w.read(conn) {
				_, _ = io.WriteString(conn, reply(statusFor(w), jsonHeader, "{]"))
			}
		}, [classes]outcome{{1, failed(NotJSON), true, 0}, garbled, garbled, garbled, {1, "ok", false, 0}}},
	}
}

// statusFor returns the success status of the operation that was last requested.
func statusFor(w *wire) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch w.requests[len(w.requests)-1] {
	case "POST /v1/flights/searches", "POST /v1/hotels/searches":
		return http.StatusCreated
	case "POST /v1/feedback":
		return http.StatusAccepted
	}
	return http.StatusOK
}

func unusableRows() []faultRow {
	success := func(header, body string) func(*wire, int, net.Conn) {
		return func(w *wire, _ int, conn net.Conn) {
			if w.read(conn) {
				_, _ = io.WriteString(conn, reply(statusFor(w), header, body))
			}
		}
	}
	inDoubt := func(kind FailureKind) [classes]outcome {
		want := all(outcome{1, failed(kind), false, 0})
		want[create].Maybe = true
		want[feedback] = outcome{1, "ok", false, 0}
		return want
	}
	return []faultRow{
		{"F08 a captive portal", answering(reply(200, "Content-Type: text/html\r\n", "<p>Pay here")), all(outcome{1, failed(NotTheAPI), false, 0})},
		{"F09 a promised member is missing", success(jsonHeader, `{}`), inDoubt(WrongShape)},
		{"F09 a member has another type", success(jsonHeader, `{"searchId":1,"sub":1,"searchUrl":1,"status":1}`), inDoubt(WrongShape)},
		{"F10 too many values", success(jsonHeader, "["+commas(maxValues+1)+"1]"), inDoubt(TooLarge)},
		{"F11 a redirect", answering(reply(307, "Location: http://api.localhost:81/x\r\n", "")), all(outcome{1, failed(Redirected), false, 0})},
	}
}

func commas(n int) string {
	b := make([]byte, 2*n)
	for i := range n {
		b[2*i], b[2*i+1] = '1', ','
	}
	return string(b)
}

func refusedRows() []faultRow {
	row := func(name string, status int, code ErrorCode, header string, want [classes]outcome) faultRow {
		return faultRow{name, answering(reply(status, problemHeader+header, problemBody(status, string(code)))), want}
	}
	once := func(status int, code ErrorCode) [classes]outcome {
		return all(outcome{1, refused(status, code), false, 0})
	}
	busy := func(code ErrorCode, tries [classes]int, after float64) (want [classes]outcome) {
		status := http.StatusServiceUnavailable
		if code == ErrorCodeRateLimited {
			status = http.StatusTooManyRequests
		}
		for c, n := range tries {
			spread := transport.Spread(sec(after), time.Hour) / 2
			want[c] = outcome{n, refused(status, code), false, (sec(after) + spread) * time.Duration(n-1)}
		}
		return want
	}
	over := all(outcome{1, "wait 76", false, 0})
	providerLimit := all(outcome{2, "wait 60", false, sec(67.5)})
	providerLimit[link], providerLimit[feedback] = outcome{2, refused(503, ErrorCodeUpstreamRateLimited), false, sec(67.5)}, outcome{2, refused(503, ErrorCodeUpstreamRateLimited), false, sec(67.5)}
	ladder := all(outcome{3, refused(429, ErrorCodeRateLimited), false, sec(1.5 + 3.5)}) // half of the spread of a second on top of each step
	return []faultRow{
		row("F12 401 without a way to renew", 401, ErrorCodeInvalidToken, "", once(401, ErrorCodeInvalidToken)),
		row("F14 403", 403, ErrorCodeInsufficientScope, "", once(403, ErrorCodeInsufficientScope)),
		row("F15 404", 404, ErrorCodeNotFound, "", once(404, ErrorCodeNotFound)),
		row("F16 409", 409, ErrorCodeRatesRequireHotelSearch, "", once(409, ErrorCodeRatesRequireHotelSearch)),
		row("F17 429 with a wait within the budget", 429, ErrorCodeRateLimited, "Retry-After: 20\r\n", busy(ErrorCodeRateLimited, [classes]int{2, 3, 2, 2, 2}, 20)),
		row("F18 429 with a wait over the budget", 429, ErrorCodeRateLimited, "Retry-After: 76\r\n", over),
		row("F18 503 with an absurd wait", 503, ErrorCodeUpstreamUnavailable, "Retry-After: 99999999999999999999\r\n", all(outcome{1, "wait 604800", false, 0})),
		row("F19 429 without a wait, RateLimit tells it", 429, ErrorCodeRateLimited, "RateLimit: \"user\";r=283;t=41, \"createFlightSearch\";r=0;t=9\r\n", busy(ErrorCodeRateLimited, [classes]int{2, 3, 2, 2, 2}, 9)),
		row("F19 429 without any figure", 429, ErrorCodeRateLimited, "", ladder),
		row("F20 503 a provider limits the service", 503, ErrorCodeUpstreamRateLimited, "Retry-After: 60\r\n", providerLimit),
		row("F21 503 a provider cannot be reached", 503, ErrorCodeUpstreamUnavailable, "Retry-After: 5\r\n", busy(ErrorCodeUpstreamUnavailable, [classes]int{2, 3, 2, 2, 2}, 5)),
	}
}

func brokenRows() []faultRow {
	twice := func(status int, code ErrorCode) [classes]outcome {
		want := all(outcome{2, refused(status, code), false, half})
		want[create].Maybe, want[feedback].Maybe = true, true
		return want
	}
	careful := func(status int, code ErrorCode, tries int, took time.Duration) [classes]outcome {
		want := all(outcome{tries, refused(status, code), false, took})
		want[create] = outcome{1, refused(status, code), true, 0}
		want[feedback] = want[create]
		return want
	}
	html := "Content-Type: text/html\r\n"
	return []faultRow{
		{"F22 500", answering(reply(500, problemHeader, problemBody(500, "internal_error"))), twice(500, ErrorCodeInternalError)},
		{"F22 502", answering(reply(502, problemHeader, problemBody(502, "bad_gateway"))), twice(502, ErrorCodeBadGateway)},
		{"F23 502 of a gateway", answering(reply(502, html, "<h1>Bad Gateway")), careful(502, "", 3, sec(2))},
		{"F23 504 of a gateway", answering(reply(504, html, "<h1>Timeout")), careful(504, "", 3, sec(2))},
		{"F24 500 with an unknown code", answering(reply(500, problemHeader, problemBody(500, "newer"))), careful(500, "newer", 2, half)},
		{"F24 500 with a code of another status", answering(reply(500, problemHeader, problemBody(500, "not_found"))), careful(500, "", 2, half)},
		{"F24 500 with a code of a wrong type", answering(reply(500, problemHeader, `{"code":7,"title":"T","detail":"D"}`)), careful(500, "", 2, half)},
		{"F24 418 with an unknown code", answering(reply(418, problemHeader, problemBody(418, "newer"))), all(outcome{1, refused(418, "newer"), false, 0})},
	}
}
