// The program measures how fast one core serves the sandbox:
//
//	go run ./bench/sandbox
//	go run ./bench/sandbox -reads 20000 -connections 8
//
// It serves a sandbox on a port of the loopback and reads settled searches of each kind over kept
// connections with Go's own HTTP client, as fast as they go. Client and server share the core, so
// the server alone is faster than what is printed. A line is a kind of read, of so many trips,
// hotels or rates: how many were answered in a second of the clock, and of the processor, which
// other programs do not slow down; the time that one in a hundred exceeded; and the bytes of the
// last answer. Between rounds the sandbox's clock jumps and a new search is
// made, so that no quota refuses a read and no search ends; that is not measured. An answer other
// than a success ends the program with 1.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/sandbox"
)

func main() {
	reads := flag.Int("reads", 5000, "how many reads of each kind")
	connections := flag.Int("connections", 4, "how many of them at a time")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	if err := run(context.Background(), os.Stdout, *reads, *connections); err != nil {
		fmt.Fprintln(os.Stderr, "bench/sandbox:", err)
		os.Exit(1)
	}
}

// run serves, measures and prints.
func run(ctx context.Context, out io.Writer, reads, connections int) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	b := &bench{connections: connections, url: "http://" + listener.Addr().String()}
	b.client.Transport = &http.Transport{MaxIdleConnsPerHost: connections, DisableCompression: true}
	b.at.Store(time.Now().UnixNano())
	b.server, err = sandbox.New(sandbox.Options{URL: b.url, Now: func() time.Time { return time.Unix(0, b.at.Load()) }})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	stopped := make(chan error, 1)
	go func() { stopped <- b.server.Serve(ctx, listener) }()
	err = b.report(ctx, out, reads)
	b.client.CloseIdleConnections()
	stop()
	if ended := <-stopped; err == nil {
		err = ended
	}
	return err
}

// bench is a sandbox on a port, and the clock it goes by.
type bench struct {
	url         string
	connections int
	at          atomic.Int64 // nanoseconds of Unix time
	server      *sandbox.Server
	client      http.Client
	token       string
}

// report prints a line for each kind of read.
func (b *bench) report(ctx context.Context, out io.Writer, reads int) error {
	head := fmt.Sprintf("one core, %d connections", b.connections)
	_, err := fmt.Fprintf(out, "%-70s %6s %8s %8s %9s %8s\n", head, "of", "reads/s", "per cpu", "p99", "bytes")
	for _, k := range kinds {
		var f figure
		if err == nil {
			f, err = b.measure(ctx, k, reads)
		}
		if err == nil {
			p99 := float64(f.p99.Microseconds()) / 1e3
			_, err = fmt.Fprintf(out, "%-70s %6d %8.0f %8.0f %6.1f ms %8d\n", k.read, f.held, f.rate, f.perCPU, p99, f.bytes)
		}
	}
	return err
}
