package page

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"travel.example/travel/internal/testkit/chromium"
	"travel.example/travel/internal/testkit/need"
)

// look is what a browser tells of a page: what is wider than the window, the colours of the ground and of a
// land, what was blocked or asked for, and what an axe finds that is serious.
type look struct {
	Wide   []string
	Ground string
	Land   string
	Asked  []string
	Axe    []string
}

const lookAt = `(async () => {
	const wide = [...document.querySelectorAll("body *")].filter(e => !e.closest("svg") && e.getBoundingClientRect().right > innerWidth + 1);
	const found = await axe.run(document, {resultTypes: ["violations"]});
	const land = document.querySelector(".land");
	return {
		Wide: [...(document.documentElement.scrollWidth > innerWidth ? ["the page"] : []), ...wide.map(e => e.tagName + "." + e.className)],
		Ground: getComputedStyle(document.body).backgroundColor, Land: land ? getComputedStyle(land).fill : "",
		Asked: performance.getEntriesByType("resource").map(e => e.name),
		Axe: found.violations.filter(v => ["serious", "critical", "moderate"].includes(v.impact)).map(v => v.impact + " " + v.id + ": " + v.nodes.map(n => n.html).slice(0, 3).join(" ")),
	};
})()`

// The page reads from a file without a network at 390, 768 and 1280 pixels, in light and dark: nothing is
// wider than the window, nothing is asked for, and axe finds nothing.
func TestAPageReadsInABrowser(t *testing.T) {
	axe := need.Axe(t)
	ctx := chromium.Start(t)
	hostile := sample(2, `Dubai <script>document.title="owned"</script> `+strings.Repeat("Wide", 40))
	for name, text := range map[string][]byte{"page": HTML(sample(3, "Dubai")), "hostile": HTML(hostile)} {
		file := filepath.Join(t.TempDir(), name+".html")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, scheme := range []string{"light", "dark"} {
			for _, width := range []int64{390, 768, 1280} {
				t.Run(fmt.Sprintf("%s/%s/%d", name, scheme, width), func(t *testing.T) {
					got := looked(ctx, t, file, scheme, width, axe)
					if len(got.Wide) > 0 || len(got.Asked) > 0 || len(got.Axe) > 0 {
						t.Errorf("%+v", got)
					}
					want := map[string]look{"light": {Ground: "rgb(255, 255, 255)", Land: "rgb(217, 224, 210)"}, "dark": {Ground: "rgb(14, 18, 23)", Land: "rgb(44, 55, 66)"}}[scheme]
					if got.Ground != want.Ground || got.Land != want.Land {
						t.Errorf("the ground is %s, the land %s; want %s, %s", got.Ground, got.Land, want.Ground, want.Land)
					}
				})
			}
		}
	}
}

// looked opens a file in a window of that width, with the network off.
func looked(ctx context.Context, t *testing.T, file, scheme string, width int64, axe string) look {
	t.Helper()
	alone := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if _, err := cdp.Call(ctx, target, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, target, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: true, DownloadThroughput: -1, UploadThroughput: -1})
		return err
	})
	window := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 900, DeviceScaleFactor: 1})
		return err
	})
	if err := chromedp.Do(ctx, alone, window, chromium.Prefer("prefers-color-scheme", scheme), chromedp.Navigate("file://"+file)); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[any](axe+";0")); err != nil {
		t.Fatal(err)
	}
	got, err := chromedp.Run(ctx, chromedp.Evaluate[look](lookAt, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return got
}
