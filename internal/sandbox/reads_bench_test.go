package sandbox

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"
)

// BenchmarkReads measures reads of a settled search per second and the 99th percentile of their time, over four
// connections. With -cpu 1 the client shares the core, so the server alone is faster.
func BenchmarkReads(b *testing.B) {
	const connections = 4
	for name, search := range map[string][3]string{
		"trips":          {"/v1/flights/searches", dubaiLondon, ""},
		"trips-filtered": {"/v1/flights/searches", dubaiLondon, "?sort=duration_asc&stops=0,1&max-price=900"},
		"hotels":         {"/v1/hotels/searches", lisbon, ""},
	} {
		b.Run(name, func(b *testing.B) {
			r := newRig(b, Options{QuotaScale: 1000})
			results := search[0] + "/" + r.created(search[0], search[1]) + "/results" + search[2]
			r.advance(15 * time.Second) // the search has settled
			r.get(results)              // plan the search
			front := httptest.NewServer(r.Handler())
			defer front.Close()
			front.Client().Transport = &http.Transport{MaxIdleConnsPerHost: connections, DisableCompression: true}
			one := func() error {
				req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, front.URL+results, nil)
				if err != nil {
					return err
				}
				req.Header.Set("Authorization", "Bearer "+r.token)
				resp, err := front.Client().Do(req)
				if err != nil {
					return err
				}
				defer resp.Body.Close()
				if resp.StatusCode != http.StatusOK {
					return fmt.Errorf("%s: %s", results, resp.Status)
				}
				_, err = io.Copy(io.Discard, resp.Body)
				return err
			}
			took := make([]time.Duration, b.N)
			var readers sync.WaitGroup
			b.ResetTimer()
			for first := range connections {
				readers.Go(func() {
					for i := first; i < b.N; i += connections {
						begun := time.Now()
						if err := one(); err != nil {
							b.Error(err)
						}
						took[i] = time.Since(begun)
					}
				})
			}
			readers.Wait()
			slices.Sort(took)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "reads/s")
			b.ReportMetric(float64(took[b.N*99/100].Microseconds())/1e3, "p99-ms")
		})
	}
}
