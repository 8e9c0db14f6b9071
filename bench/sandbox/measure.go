package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// A kind is a read of a search.
type kind struct {
	create string // the address that makes the search
	body   string // of that; %[1]s and %[2]s are its days
	read   string // the address to read; {search} is the search's id
}

const (
	flight     = `{"from":"DXB","to":"LHR","fromDate":"%[1]s","toDate":"%[2]s"}`
	city       = `{"cityCode":"LON","checkIn":"%[1]s","checkOut":"%[2]s"}`
	hotel      = `{"hotelId":400040126,"checkIn":"%[1]s","checkOut":"%[2]s"}`
	flights    = "/v1/flights/searches"
	hotels     = "/v1/hotels/searches"
	inFlights  = flights + "/{search}/results"
	inHotels   = hotels + "/{search}/results"
	ratesOfOne = "/v1/hotels/400040126/rates?searchId={search}"
)

// kinds are what clients read most, and what costs most to answer.
var kinds = [...]kind{
	{flights, flight, inFlights},
	{flights, flight, inFlights + "?pageSize=50"},
	{flights, flight, inFlights + "?sort=price_asc"},
	{flights, flight, inFlights + "?sort=duration_asc&stops=0,1&max-price=900"},
	{hotels, city, inHotels},
	{hotels, city, inHotels + "?pageSize=50"},
	{hotels, city, inHotels + "?sort=price_asc"},
	{hotels, city, inHotels + "?sort=review_score_desc&min-star=4&max-price=300"},
	{hotels, hotel, ratesOfOne},
}

// A round is how many reads are made of a search before the clock jumps: what all quotas of a
// minute, an hour and a day allow at that pace.
const (
	round = 50
	jump  = 30 * time.Minute
)

// settled is when a search holds all that it will.
const settled = 15 * time.Second

// figure is what a kind of read came to.
type figure struct {
	held   int     // trips, hotels or rates
	rate   float64 // reads in a second
	perCPU float64 // reads in a second of the processor
	p99    time.Duration
	bytes  int
}

func (b *bench) measure(ctx context.Context, k kind, reads int) (figure, error) {
	var f figure
	var took []time.Duration
	var busy, cpu time.Duration
	for len(took) < reads {
		target, err := b.prepare(ctx, k)
		if err != nil {
			return f, err
		}
		body, err := b.send(ctx, http.MethodGet, target, "") // plans the search
		if err != nil {
			return f, err
		}
		if f.held, err = held(body); err != nil {
			return f, err
		}
		f.bytes = len(body)
		start, began := time.Now(), spent()
		times, err := b.round(ctx, target, min(round, reads-len(took)))
		busy, cpu = busy+time.Since(start), cpu+spent()-began
		if err != nil {
			return f, err
		}
		took = append(took, times...)
	}
	slices.Sort(took)
	n := float64(len(took))
	f.rate, f.perCPU, f.p99 = n/busy.Seconds(), n/cpu.Seconds(), took[len(took)*99/100]
	return f, nil
}

// prepare makes a search at another time, lets it settle, and returns the address of its read.
func (b *bench) prepare(ctx context.Context, k kind) (target string, err error) {
	now := time.Unix(0, b.at.Add(int64(jump)))
	if b.token, _, err = b.server.SampleToken(); err != nil {
		return "", err
	}
	from, to := now.AddDate(0, 0, 30), now.AddDate(0, 0, 33)
	body, err := b.send(ctx, http.MethodPost, k.create, fmt.Sprintf(k.body, from.Format(time.DateOnly), to.Format(time.DateOnly)))
	if err != nil {
		return "", err
	}
	var made struct {
		SearchID string `json:"searchId"`
	}
	if err := json.Unmarshal(body, &made); err != nil {
		return "", err
	}
	b.at.Add(int64(settled))
	return strings.ReplaceAll(k.read, "{search}", made.SearchID), nil
}

// held is how many trips, hotels or rates the search of an answer holds.
func held(body []byte) (int, error) {
	var answer struct {
		Metadata struct {
			Trips  int `json:"snapshotTripCount"`
			Hotels int `json:"totalBeforeFilters"`
		} `json:"metadata"`
		Rates []json.RawMessage `json:"rates"`
	}
	err := json.Unmarshal(body, &answer)
	return max(answer.Metadata.Trips, answer.Metadata.Hotels, len(answer.Rates)), err
}

// round reads one address so many times, several at once, and returns how long each took.
func (b *bench) round(ctx context.Context, target string, reads int) ([]time.Duration, error) {
	took, failed := make([]time.Duration, reads), make([]error, reads)
	var readers sync.WaitGroup
	for first := range b.connections {
		readers.Go(func() {
			for i := first; i < reads; i += b.connections {
				start := time.Now()
				_, failed[i] = b.send(ctx, http.MethodGet, target, "")
				took[i] = time.Since(start)
			}
		})
	}
	readers.Wait()
	for _, err := range failed {
		if err != nil {
			return nil, err
		}
	}
	return took, nil
}

// send returns the body of a good answer.
func (b *bench) send(ctx context.Context, method, target, body string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, b.url+target, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+b.token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := b.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s %s: %s: %.300s", method, target, resp.Status, content)
	}
	return content, err
}
