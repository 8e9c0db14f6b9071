package commands

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
)

// rooted returns a run with its flags defined.
func rooted(env *cli.Env) *cli.Run {
	run := cli.New(env)
	newRoot(run)
	return run
}

// handWith returns the hand of a command with some flags.
func handWith(t *testing.T, env *cli.Env, typed ...string) *cli.Hand {
	t.Helper()
	cmd := &cobra.Command{}
	hand := rooted(env).Hand(cmd)
	if err := cmd.ParseFlags(typed); err != nil {
		t.Fatal(err)
	}
	return hand
}

// T25: a link of the service must lead to the site of the profile. A provider's link may lead to any HTTPS host.
// Neither may lead to anything but a web page.
func TestOnlyTheRightLinksPassTheGate(t *testing.T) {
	const site, api = "https://www.travel.example", "https://api.travel.example"
	for name, test := range map[string]struct {
		env   map[string]string
		owner desk.LinkOwner
		link  string
		fails string
	}{
		"the site":                 {map[string]string{"TRAVEL_API_URL": api, "TRAVEL_SITE_URL": site}, desk.SiteLink, site + "/checkout/x?y=1", ""},
		"its usual port":           {map[string]string{"TRAVEL_API_URL": api, "TRAVEL_SITE_URL": site}, desk.SiteLink, "https://WWW.travel.example:443/", ""},
		"another host":             {map[string]string{"TRAVEL_API_URL": api, "TRAVEL_SITE_URL": site}, desk.SiteLink, "https://www.travel.example.evil.example/", "the link is not opened: it leads to https://www.travel.example.evil.example, and the site of this profile is https://www.travel.example"},
		"the API is not the site":  {map[string]string{"TRAVEL_API_URL": api, "TRAVEL_SITE_URL": site}, desk.SiteLink, api + "/checkout", "the link is not opened: it leads to https://api.travel.example, and the site of this profile is https://www.travel.example"},
		"no site is set":           {map[string]string{"TRAVEL_API_URL": api}, desk.SiteLink, api + "/checkout", ""},
		"another port":             {map[string]string{"TRAVEL_API_URL": api}, desk.SiteLink, api + ":8443/", "the link is not opened: it leads to https://api.travel.example:8443, and the site of this profile is https://api.travel.example"},
		"the built-in sandbox":     {nil, desk.SiteLink, "http://sandbox.localhost/checkout/x", ""},
		"the sandbox by https":     {nil, desk.SiteLink, "https://sandbox.localhost/", "the link is not opened: it leads to https://sandbox.localhost, and the site of this profile is http://sandbox.localhost"},
		"a provider":               {nil, desk.ProviderLink, "https://agency.example/book?x=1", ""},
		"a provider without TLS":   {nil, desk.ProviderLink, "http://agency.example/book", "the link is not opened: it must be https"},
		"a provider on this host":  {nil, desk.ProviderLink, "http://127.0.0.1:8080/", "the link is not opened: it must be https"},
		"a script":                 {nil, desk.ProviderLink, "javascript:alert(1)", "the link is not opened: it is not a web address with a host"},
		"a file":                   {nil, desk.ProviderLink, "file:///etc/passwd", "the link is not opened: it is not a web address with a host"},
		"a user name":              {nil, desk.ProviderLink, "https://bank.example@agency.example/", "the link is not opened: it holds a user name"},
		"a host in other letters":  {nil, desk.ProviderLink, "https://\u0430gency.example/", "the link is not opened: it has a host that is not plain ASCII"},
		"text that runs backwards": {nil, desk.ProviderLink, "https://agency.example/\u202e", "the link is not opened: it holds a space, a control character or invisible text"},
		"an option of the opener":  {nil, desk.ProviderLink, "--version", "the link is not opened: it is not a web address with a host"},
		"much too long":            {nil, desk.ProviderLink, "https://agency.example/" + strings.Repeat("a", 9000), "the link is not opened: it is longer than 8192 bytes"},
		"nothing":                  {nil, desk.SiteLink, "", "the link is not opened: it is not a web address with a host"},
	} {
		t.Run(name, func(t *testing.T) {
			env, _, _ := testEnv(t)
			env.Getenv = func(key string) string { return test.env[key] }
			_, err := rooted(env).Desk().CheckLink(desk.Link{URL: test.link, Owner: test.owner})
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != test.fails {
				t.Errorf("got %q, want %q", got, test.fails)
			}
		})
	}
}

// person sets up a terminal with a person who types the given text.
func person(env *cli.Env, types string) {
	env.StdinTTY, env.Stdin = true, strings.NewReader(types)
	env.OutTerm = render.Terminal{TTY: true, Width: 80, Height: 50, Unicode: true}
	env.ErrTerm = env.OutTerm
}

func TestAProvidersPageIsOpenedOnlyWithAYes(t *testing.T) {
	const link = "https://agency.example/book"
	for name, test := range map[string]struct {
		types string
		do    []string
		alone bool // no one is at a terminal
		opens bool
		says  string
	}{
		"yes":               {types: "y\n", do: []string{"--open"}, opens: true, says: "This leads to agency.example, which is not the service. Open it? [y/N] "},
		"Yes in full":       {types: "YES\n", do: []string{"--open"}, opens: true, says: "Open it?"},
		"no":                {types: "n\n", do: []string{"--open"}, says: "Open it?"},
		"nothing":           {types: "", do: []string{"--open"}, says: "Open it?"},
		"said before":       {types: "n\n", do: []string{"--open", "--yes"}, opens: true, says: "This leads to agency.example."},
		"no one to ask":     {do: []string{"--open"}, alone: true},
		"no one, but --yes": {do: []string{"--open", "--yes"}, alone: true, opens: true, says: "This leads to agency.example."},
	} {
		t.Run(name, func(t *testing.T) {
			env, _, errs := testEnv(t)
			if !test.alone {
				person(env, test.types)
			}
			opened := ""
			env.Open = func(address string) error { opened = address; return nil }
			err := handWith(t, env, test.do...).Over(t.Context(), desk.Link{URL: link, Owner: desk.ProviderLink})
			_, refused := errors.AsType[problem.ChoiceError](err)
			if (opened == link) != test.opens || refused == test.opens {
				t.Errorf("opened %q, %v", opened, err)
			}
			if !strings.Contains(errs.String(), test.says) {
				t.Errorf("said %q, want %q", errs, test.says)
			}
		})
	}
}

// The sandbox's built-in pages are served to the browser for as long as the link works.
func TestTheBuiltInSandboxShowsItsPage(t *testing.T) {
	env, out, errs := testEnv(t, "flights", "link", "DXB", "LHR", "+30d", "--open")
	title := ""
	env.Open = func(address string) error {
		response, err := http.Get(address)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		page, err := io.ReadAll(response.Body)
		_, title, _ = strings.Cut(string(page), "<title>")
		title, _, _ = strings.Cut(title, "</title>")
		return err
	}
	var waited time.Duration
	env.Wait = func(ctx context.Context, d time.Duration) error { waited += d; return ctx.Err() }
	if code := Execute(t.Context(), env); code != 0 {
		t.Fatalf("ended with %d\n%s%s", code, out, errs)
	}
	if !strings.Contains(title, "Dubai to London") || waited != 10*time.Minute {
		t.Errorf("the page is %q, shown for %s", title, waited)
	}
	if !strings.HasPrefix(out.String(), "http://sandbox.localhost/flights/DXB-LHR/2026-12-21?") {
		t.Errorf("printed %s", out)
	}
}

func TestLinksAreDrawnAndCopiedOnTheTerminalThereIs(t *testing.T) {
	link := desk.Link{URL: "https://agency.example/book?fare=" + strings.Repeat("x", 90), Owner: desk.ProviderLink}
	env, out, errs := testEnv(t)
	env.ErrTerm = render.Terminal{TTY: true, Width: 80, Height: 50, Unicode: true}
	if err := handWith(t, env, "--qr", "--copy").Print(t.Context(), desk.Answer[desk.Link]{Value: link}); err != nil {
		t.Fatalf("%v\n%s", err, errs)
	}
	if strings.Count(out.String(), "\n") != 1 || !strings.Contains(errs.String(), "▀") || !bytes.Contains(errs.Bytes(), []byte("\x1b]52;c;")) {
		t.Errorf("stdout %q, stderr %q", out, errs)
	}
	env, out, errs = testEnv(t)
	person(env, "")
	env.OutTerm.Width = 30
	err := handWith(t, env, "--qr").Print(t.Context(), desk.Answer[desk.Link]{Value: link})
	if err != nil || !strings.Contains(errs.String(), "the link is too long: its QR code needs") || !strings.Contains(out.String(), link.URL) {
		t.Errorf("%v, stdout %q, stderr %q", err, out, errs)
	}
	env, _, errs = testEnv(t, "flights", "link", "DXB", "LHR", "+30d", "--copy")
	person(env, "")
	env.OutTerm.Dumb, env.ErrTerm.Dumb = true, true
	if code := Execute(t.Context(), env); code != 2 {
		t.Errorf("a dumb terminal: %d, %s", code, errs)
	}
}

// A phone cannot open a local address, so it is not drawn. The link is still printed.
func TestAnAddressOfThisComputerIsNotDrawn(t *testing.T) {
	for site, why := range map[string]string{
		"":                        "its page is inside this program",
		"http://127.0.0.1:8080":   "127.0.0.1 is this computer to itself and means another one elsewhere",
		"http://[::1]:8080":       "::1 is this computer to itself",
		"http://localhost:8080":   "localhost is this computer to itself",
		"http://box.localhost":    "box.localhost is this computer to itself",
		"https://169.254.10.20":   "169.254.10.20 is this computer to itself",
		"https://[fe80::1]":       "fe80::1 is this computer to itself",
		"https://0.0.0.0":         "0.0.0.0 is this computer to itself",
		"https://192.168.1.5":     "", // a phone in the same network reaches it
		"https://www.travel.test": "",
	} {
		env, out, errs := testEnv(t)
		person(env, "")
		link := desk.Link{URL: site + "/x"}
		if site == "" {
			link.URL = "http://sandbox.localhost/x"
		}
		env.Getenv = func(key string) string { return map[string]string{"TRAVEL_API_URL": site}[key] }
		err := handWith(t, env, "--qr").Print(t.Context(), desk.Answer[desk.Link]{Value: link})
		_, refused := errors.AsType[problem.Error](err)
		if refused != (why != "") || refused && !strings.Contains(err.Error(), why) || !strings.Contains(out.String(), link.URL) {
			t.Errorf("%s: %v\n%s%s", site, err, out, errs)
		}
	}
}

// If no browser can be opened, the address goes to stdout, followed by what to do. The built-in sandbox's page is
// served for a person at the terminal.
func TestWithoutADesktopThereIsAnAddressAndAWayOn(t *testing.T) {
	const link = "https://agency.example/book"
	for name, test := range map[string]struct {
		vars map[string]string
		fail error // of the opener
		says string
	}{
		"no display":    {nil, nil, "the page was not opened: there is no graphical session"},
		"SSH":           {map[string]string{"SSH_TTY": "/dev/pts/1"}, nil, "the page was not opened: this is an SSH session"},
		"no opener":     {map[string]string{"DISPLAY": ":0"}, errors.New("there is no xdg-open"), "the page was not opened: there is no xdg-open"},
		"X over SSH":    {map[string]string{"SSH_TTY": "/dev/pts/1", "DISPLAY": "localhost:10.0"}, nil, ""},
		"one is chosen": {map[string]string{"BROWSER": "lynx"}, nil, ""},
	} {
		env, out, _ := testEnv(t)
		env.Getenv = func(key string) string { return test.vars[key] }
		env.Open = func(string) error { return test.fail }
		err := handWith(t, env, "--open", "--yes").Print(t.Context(), desk.Answer[desk.Link]{Value: desk.Link{URL: link, Owner: desk.ProviderLink}})
		said := ""
		if err != nil {
			said = err.Error()
		}
		if said != test.says || out.String() != link+"\n" || err != nil && (cli.CodeOf(err) != 1 || !strings.Contains(problem.AdviceOf(err), "--qr draws it for a phone")) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	for there, code := range map[bool]int{true: 0, false: 1} {
		env, _, errs := testEnv(t, "flights", "link", "DXB", "LHR", "+30d", "--open")
		if there {
			person(env, "")
		}
		env.Getenv = func(string) string { return "" }
		got := Execute(t.Context(), env)
		shown := strings.Contains(errs.String(), "There is no graphical session. Open this address in a browser on this computer:\nhttp://127.0.0.1:")
		if got != code || shown != there {
			t.Errorf("someone is there: %t: ended with %d\n%s", there, got, errs)
		}
	}
}
