// The program fetches the 100 pages that bench/pages serves and decodes ten members of each trip with
// encoding/json, and does nothing with them: what a client in Go spends that does no more than it must.
//
//	go run ./bench/floor http://127.0.0.1:PORT
//
// -do throw only reads the pages, -do check also checks that they are JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
)

func main() {
	do := flag.String("do", "decode", "what becomes of a page: throw, check or decode")
	flag.Parse()
	if err := fetchAll(context.Background(), flag.Arg(0), *do); err != nil {
		fmt.Fprintln(os.Stderr, "bench/floor:", err)
		os.Exit(1)
	}
}

// fetchAll reads every page, four at a time, as travel does.
func fetchAll(ctx context.Context, base, do string) error {
	const pages, atOnce = 100, 4
	numbers, failed := make(chan int), make(chan error, pages)
	var readers sync.WaitGroup
	for range atOnce {
		readers.Go(func() {
			for n := range numbers {
				if err := fetch(ctx, fmt.Sprintf("%s/v1/flights/searches/s/results?page=%d&pageSize=50", base, n), do); err != nil {
					failed <- err
				}
			}
		})
	}
	for n := range pages {
		numbers <- n + 1
	}
	close(numbers)
	readers.Wait()
	close(failed)
	return <-failed
}

// cards are the members of a trip that a list shows.
type cards struct {
	Results []struct {
		TripID string `json:"tripId"`
		Price  struct {
			Total    json.Number `json:"total"`
			Currency string      `json:"currency"`
		} `json:"price"`
		Legs []struct {
			From      string      `json:"from"`
			To        string      `json:"to"`
			DepartsAt string      `json:"departsAt"`
			ArrivesAt string      `json:"arrivesAt"`
			Minutes   json.Number `json:"durationMinutes"`
			Stops     json.Number `json:"stops"`
			Airlines  []struct {
				Name string `json:"name"`
			} `json:"airlines"`
		} `json:"legs"`
	} `json:"results"`
}

func fetch(ctx context.Context, address, do string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer bench")
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	switch {
	case err != nil:
		return err
	case do == "check" && !json.Valid(body):
		return errors.New("a page is not JSON")
	case do == "decode":
		return json.Unmarshal(body, new(cards))
	}
	return nil
}
