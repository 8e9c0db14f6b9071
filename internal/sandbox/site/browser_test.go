package site_test

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/need/chromium"
)

// listen opens the sandbox on a port. The pages hold paths alone, so they work
// at any address.
func (w *web) listen() (address string) {
	w.t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.s.Serve(ctx, ln) }()
	w.t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			w.t.Error(err)
		}
	})
	return "http://" + ln.Addr().String()
}

// TestATravelerGoesFromABookingLinkToTheCheckoutInARealBrowser: the policy,
// which only a browser enforces, lets style and pictures through, and a choice
// is one click.
func TestATravelerGoesFromABookingLinkToTheCheckoutInARealBrowser(t *testing.T) {
	w := newWeb(t)
	o := w.offered("leg")
	link := w.link(o, "&currency=EUR", o.of(1)[0].FareOptionID)
	site, ctx := w.listen(), chromium.Start(t)
	read := func(selector string) string {
		t.Helper()
		text, err := chromedp.Run(ctx, chromedp.Text(chromedp.CSS(selector)))
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(text, "\u00a0", " ")
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(site+link), chromedp.WaitVisible(chromedp.CSS("#uncovered"))); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(euros(o.of(1)[0].Price.Total), read("#total")); diff != "" {
		t.Errorf("total of one leg (-want +got):\n%s", diff)
	}
	const looks = `Promise.all([...document.images].map(i => (i.loading = "eager", i.decode().then(() => true, () => false))))
		.then(shown => [getComputedStyle(document.querySelector(".warn")).borderLeftStyle,
			shown.length > 0 && shown.every(Boolean), document.referrer])`
	got, err := chromedp.Run(ctx, chromedp.Evaluate[[]any](looks, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]any{"solid", true, ""}, got); diff != "" {
		t.Errorf("style, pictures, referrer (-want +got):\n%s", diff)
	}
	if err := chromedp.Do(ctx, chromedp.Click(chromedp.CSS(".choose a.button")), chromedp.WaitNotPresent(chromedp.CSS("#uncovered"))); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(euros(o.of(1)[0].Price.Total+o.of(2)[0].Price.Total), read("#total")); diff != "" {
		t.Errorf("total of both legs (-want +got):\n%s", diff)
	}
	if end := read("#end"); !strings.Contains(end, "nothing is booked, nothing is paid") {
		t.Errorf("at its end the page says %q", end)
	}
}

// TestASearchFillsByItselfWithoutAScript in a browser that runs none.
func TestASearchFillsByItselfWithoutAScript(t *testing.T) {
	w := newWeb(t)
	site, ctx := w.listen(), chromium.Start(t)
	if err := chromedp.Do(ctx, noScripts(), chromedp.Navigate(site+lasting), chromedp.WaitVisible(chromedp.CSS(".status"))); err != nil {
		t.Fatal(err)
	}
	w.advance(15 * time.Second)
	if err := chromedp.Do(ctx, chromedp.WaitVisible(chromedp.CSS(".trip .price"))); err != nil {
		t.Fatal(err)
	}
}

// TestThePagesFitAPhone in both colour schemes, from the smallest width up:
// nothing sticks out, and what is pressed is large enough (WCAG 2.2, 24 pixels).
func TestThePagesFitAPhone(t *testing.T) {
	w := newWeb(t)
	o := w.offered("leg")
	id, hotel := w.house()
	_, rate := w.rate(id)
	pages := []string{
		"/", w.settled(lasting).path, "/checkout/flights/" + o.trip.TripID, w.link(o, "", o.of(1)[0].FareOptionID),
		w.settled("/hotels/LIS?" + stay).path, hotel, w.settled(hotel + "?" + stay).path,
		"/checkout/hotel?hotelId=" + itoa(int(id)) + "&rateId=" + rate.ID, "/nothing", "/flights",
	}
	site, ctx := w.listen(), chromium.Start(t)
	const measure = `[document.documentElement.scrollWidth - innerWidth,
		[...document.querySelectorAll("button,select,input:not([type=hidden],[type=checkbox]),a.button")].filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 43).length,
		getComputedStyle(document.querySelector(".ticket")).backgroundColor]`
	for scheme, colour := range map[string]string{"light": "rgb(255, 255, 255)", "dark": "rgb(24, 33, 42)"} {
		for _, width := range []int64{320, 390, 900} {
			if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), chromium.PreferScheme(scheme)); err != nil {
				t.Fatal(err)
			}
			for _, path := range pages {
				if err := chromedp.Do(ctx, chromedp.Navigate(site+path)); err != nil && path != "/nothing" && path != "/flights" {
					t.Fatal(err)
				}
				got, err := chromedp.Run(ctx, chromedp.Evaluate[[]any](measure))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff([]any{0.0, 0.0, colour}, got); diff != "" {
					t.Errorf("%s, %s at %d (-want +got):\n%s", path, scheme, width, diff)
				}
			}
		}
	}
}

func noScripts() chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	})
}
