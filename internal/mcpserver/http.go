package mcpserver

import (
	"bytes"
	"context"
	"crypto/subtle"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Endpoint is the path of a server over HTTP.
const Endpoint = "/mcp"

// ServeHTTP serves clients on this computer over streamable HTTP until the context ends. It listens on a loopback
// address and requires a bearer token in each request. Results are kept in the session, so no request depends on an
// earlier connection.
func (s *Session) ServeHTTP(ctx context.Context, o Options, listener net.Listener, secret string) error {
	server := &http.Server{
		Handler:           s.handler(ctx, o, listener.Addr().String(), secret),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	late, stop := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer stop()
	if err := server.Shutdown(late); errors.Is(err, context.DeadlineExceeded) {
		_ = server.Close()
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return ctx.Err()
}

// handler guards the tools: it checks the address, origin and bearer token of a request, in that order, without
// relying on the SDK.
func (s *Session) handler(ctx context.Context, o Options, address, secret string) http.Handler {
	shared := s.server(ctx, o)
	serve := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return shared }, &mcp.StreamableHTTPOptions{
		Stateless: true, MaxRequestBodyBytes: maxLine,
	})
	mux := http.NewServeMux()
	mux.Handle(Endpoint, http.NewCrossOriginProtection().Handler(readable(serve)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin") // "" for a request that comes from no web page
		page, isPage := strings.CutPrefix(origin, "http://")
		scheme, bearer, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		bearer = strings.TrimLeft(bearer, " ")
		switch {
		case !isOurs(r.Host, address):
			http.Error(w, "this address is not that of the server", http.StatusForbidden)
		case origin != "" && !(isPage && isOurs(page, address)):
			http.Error(w, "pages of other sites may not call this server", http.StatusForbidden)
		case !strings.EqualFold(scheme, "bearer") || subtle.ConstantTimeCompare([]byte(bearer), []byte(secret)) != 1:
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "the bearer is missing or wrong; the server printed it when it started", http.StatusUnauthorized)
		default:
			mux.ServeHTTP(w, r)
		}
	})
}

// readable answers a body that is not a message, without exposing how the SDK parses one.
func readable(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if r.Method != http.MethodPost || media != "application/json" {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxLine))
		if err != nil {
			http.Error(w, errLongLine.Error(), http.StatusRequestEntityTooLarge)
			return
		}
		if _, refused := parse(body, "body"); refused != nil {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write(refused)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// isOurs reports whether a request was sent to the server's own address, and not to another name that resolves to
// it (DNS rebinding).
func isOurs(host, address string) bool {
	_, port, err := net.SplitHostPort(address)
	return err == nil && (host == address || host == net.JoinHostPort("localhost", port))
}
