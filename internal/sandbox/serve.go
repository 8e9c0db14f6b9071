package sandbox

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/rest"
)

const (
	headerTimeout  = 5 * time.Second
	requestTimeout = 15 * time.Second
	answerTimeout  = 30 * time.Second
	idleTimeout    = 60 * time.Second
	stopTimeout    = 5 * time.Second
	maxHeader      = 16 << 10
)

// Serve answers on a listener until ctx ends, then lets requests in progress
// finish for up to 5 seconds. It returns nil after such a stop. A request must
// name in its Host header the sandbox's own origin, the listener's address or,
// on a listener that loopback reaches, a loopback name: a page that points a
// name of its own at this address gets nothing.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	guarded := knownHosts(s.routes, hostsOf(s.origin, ln.Addr()))
	server := newServer(rest.Trace(guarded, s.now, s.log), s.log)
	server.RegisterOnShutdown(s.endFaults)
	stopped := make(chan error, 1)
	unhook := context.AfterFunc(ctx, func() {
		// ctx has ended, so the stop gets its own time.
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
		defer cancel()
		err := server.Shutdown(grace)
		if err != nil {
			err = errors.Join(err, server.Close())
		}
		stopped <- err
	})
	err := server.Serve(ln)
	if unhook() {
		return err // ctx has not ended: the listener failed
	}
	return <-stopped
}

func newServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       requestTimeout,
		WriteTimeout:      answerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// hostsOf lists the Host headers that are answered.
func hostsOf(origin *url.URL, addr net.Addr) []string {
	hosts := []string{origin.Host}
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return hosts
	}
	names := []string{host}
	if ip := net.ParseIP(host); ip != nil && (ip.IsLoopback() || ip.IsUnspecified()) {
		names = append(names, "localhost", "127.0.0.1", "::1")
	}
	for _, name := range names {
		hosts = append(hosts, net.JoinHostPort(name, port))
		if port == "80" { // left out by clients
			hosts = append(hosts, strings.TrimSuffix(net.JoinHostPort(name, port), ":80"))
		}
	}
	return hosts
}

func knownHosts(next http.Handler, hosts []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(hosts, strings.ToLower(r.Host)) {
			rest.WriteStatus(w, r, http.StatusMisdirectedRequest, "This address does not answer for the host that the request names.")
			return
		}
		next.ServeHTTP(w, r)
	})
}
