// The program serves one flight search of so many trips on a port of the loopback, until it is ended:
//
//	go run ./bench/pages -trips 5000
//
// Its one line on stdout is the address. The search is called s: travel flights results s --all
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"travel.example/travel/bench/trips"
)

func main() {
	number := flag.Int("trips", 5000, "how many trips the search has")
	flag.Parse()
	if err := serve(context.Background(), *number); err != nil {
		fmt.Fprintln(os.Stderr, "bench/pages:", err)
		os.Exit(1)
	}
}

func serve(ctx context.Context, number int) error {
	service, err := trips.Service(ctx, trips.Search{Trips: number})
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println("http://" + listener.Addr().String())
	server := http.Server{Handler: service, ReadHeaderTimeout: time.Minute}
	return server.Serve(listener)
}
