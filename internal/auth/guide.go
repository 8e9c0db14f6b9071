package auth

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/transport"
)

const (
	// maxScan is the longest address a phone reads off a screen without trouble, in bytes.
	maxScan = 300
)

// show prints where to sign in, or starts the browser at start, which leads there.
func (c *Client) show(address, start string, o LoginOptions) {
	if o.Open == nil {
		fmt.Fprintf(c.opts.Notices, "To sign in at %s, open this address in a browser:\n\n  %s\n\n", flow.HostOf(address), address)
		c.draw(address, "Or scan it:", o)
	} else {
		fmt.Fprintf(c.opts.Notices, "Opening your browser to sign in at %s …\nIf it does not open:  %s\n", flow.HostOf(address), address)
		go c.open(o.Open, start)
	}
	if o.Paste != nil {
		fmt.Fprintln(c.opts.Notices, "If the browser ends on a page it cannot load, paste that page's address here.")
	}
}

// showDevice prints where to enter which code, and how long that may take.
func (c *Client) showDevice(d *flow.DeviceSignIn, o LoginOptions) {
	where := "on any device"
	if u, err := url.Parse(d.Address); err == nil && transport.IsLoopback(u.Hostname()) {
		where = "in a browser on this computer"
	}
	fmt.Fprintf(c.opts.Notices, "To sign in at %s,\nopen this address %s:\n\n  %s\n\n"+
		"and enter this code:\n\n  %s\n\n", flow.HostOf(d.Address), where, d.Address, d.UserCode)
	if d.Complete != "" {
		c.draw(d.Complete, "Or scan this, and check that the page shows the same code:", o)
	} else {
		c.draw(d.Address, "Or scan the address:", o)
	}
	life := d.End.Sub(c.opts.Now()).Round(time.Second)
	limit := ""
	if o.timeout() < life {
		limit = " up to " + lifeWords(o.timeout())
	}
	fmt.Fprintf(c.opts.Notices, "Waiting%s for you; the code works for %s.\n", limit, lifeWords(life))
}

// draw shows an address to a phone's camera, where that can be done. One of this computer would
// lead the phone to itself.
func (c *Client) draw(address, caption string, o LoginOptions) {
	u, err := url.Parse(address)
	if err != nil || transport.IsLoopback(u.Hostname()) || len(address) > maxScan || o.QR == nil {
		return
	}
	if picture := o.QR(address); picture != "" {
		fmt.Fprintf(c.opts.Notices, "%s\n\n%s\n", caption, picture)
	}
}

func lifeWords(d time.Duration) string {
	if d < 2*time.Minute {
		return fmt.Sprintf("%d seconds", int(d.Round(time.Second).Seconds()))
	}
	return fmt.Sprintf("%d minutes", int(d.Round(time.Minute).Minutes()))
}

// open runs the caller's opener beside the wait: whatever it does, the printed address still works.
func (c *Client) open(open func(string) error, address string) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(c.opts.Notices, "The browser could not be opened (%s). Use the address above.\n", flow.PanicWords(r))
		}
	}()
	if err := open(address); err != nil {
		fmt.Fprintf(c.opts.Notices, "The browser could not be opened (%s). Use the address above.\n", flow.Clean(err.Error()))
	}
}

// fixedPort is the port of the example where a server takes no redirect address without one.
const fixedPort = "8085"

// waitingHint is what to look at when no one has come back from the sign-in page. A server that does not
// know the client or the redirect address tells the person alone, on a page of its own (RFC 6749
// §4.1.2.1).
func (c *Client) waitingHint(redirect *url.URL, o LoginOptions) string {
	s := c.server.Settings
	if s.ClientIDFrom == "" && c.clients == nil { // the built-in sandbox knows both
		return waitingWords(o)
	}
	client := "- It does not know client-id " + flow.Clean(s.ClientID) + ", set by " + s.ClientIDFrom + "; travel doctor asks it.\n"
	not := "- The redirect address is not registered for that client"
	if s.ClientIDFrom == "" {
		client, not = "", "- It does not take the redirect address that this program has registered there"
	}
	if s.RedirectPort != 0 {
		return waitingWords(o) + usualCauses + client + not + ": " + redirect.String() + "\n"
	}
	bare := *redirect
	bare.Host = strings.TrimSuffix(redirect.Host, ":"+redirect.Port())
	fixed := bare
	fixed.Host += ":" + fixedPort
	there := ", and there: " + fixed.String()
	if s.ClientIDFrom == "" {
		there = ""
	}
	return waitingWords(o) + usualCauses + client + not + ": " + bare.String() + ", on any port.\n" +
		"  For a server that wants one port, here: " + s.ToChange("redirect-port", fixedPort) + there + "\n"
}

const usualCauses = "If the page shows an error, end this with Ctrl-C. The usual causes:\n"

func waitingWords(o LoginOptions) string {
	if o.Paste != nil {
		return "Still waiting. If the browser runs on another computer (SSH, a container), sign in there " +
			"and paste the address it ends on here; that page will not load, which is fine.\n"
	}
	return "Still waiting for the browser. It must run on this computer, and the address above works in any of its browsers.\n"
}
