package account

import (
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// surroundings are what this process knows about where a person can sign in.
type surroundings struct {
	os        string // as runtime.GOOS
	command   bool   // $BROWSER names one, as remote desktops and editors do for the browser at home
	ssh       bool   // the person sits at another computer
	remote    bool   // a container on another computer, such as a codespace
	graphical bool   // X11 or Wayland
	wsl       bool   // Linux inside Windows, whose browser it can open
	container bool
	terminal  bool // a person can paste an answer
}

func surroundingsOf(env *cli.Env, console *cli.Console) surroundings {
	set := func(names ...string) bool {
		for _, name := range names {
			if env.Getenv(name) != "" {
				return true
			}
		}
		return false
	}
	return surroundings{
		os: env.OS, terminal: console.There(),
		command:   set("BROWSER"),
		ssh:       set("SSH_CONNECTION", "SSH_TTY"),
		remote:    set("CODESPACES", "REMOTE_CONTAINERS"),
		graphical: set("DISPLAY", "WAYLAND_DISPLAY"),
		wsl:       set("WSL_DISTRO_NAME", "WSL_INTEROP"),
		container: set("container", "KUBERNETES_SERVICE_HOST") || env.Container,
	}
}

// choose picks how to sign in, and says so in one line with the reason where it is not the browser.
func (o *loginOptions) choose(flag string, offer auth.Offer) (auth.LoginMethod, error) {
	if offer.Refused && flag == "" {
		o.out.Notice("%s does not let this client sign in by code.", offer.Host)
	}
	method, why, err := chooseMethod(flag, o.here, offer)
	switch {
	case why == "":
	case method == auth.ByDevice:
		o.out.Notice("%s, so sign in with a code (--browser opens one all the same).", words.UpperFirst(why))
	default:
		o.out.Notice("%s, so open the address yourself (--browser opens one all the same).", words.UpperFirst(why))
	}
	return method, err
}

// chooseMethod picks how to sign in: as the flag says (browser, no-browser, device or ""), else in the
// browser where there is one, else with a code where the server offers that, else with an address to
// open elsewhere. why says what stands against the browser, "" if nothing does or a flag decided.
func chooseMethod(flag string, here surroundings, offer auth.Offer) (method auth.LoginMethod, why string, err error) {
	switch flag {
	case "browser":
		return auth.ByBrowser, "", nil
	case "no-browser":
		return auth.ByAddress, "", nil
	case "device":
		if !offer.Device {
			return 0, "", problem.UsageError{
				Text: "--device cannot be used: " + offer.Host + " does not sign in by code",
				Hint: "run: travel login --no-browser",
			}
		}
		return auth.ByDevice, "", nil
	}
	why = here.noBrowser()
	switch {
	case why == "":
		return auth.ByBrowser, "", nil
	case offer.Device:
		return auth.ByDevice, why, nil
	case here.terminal:
		return auth.ByAddress, why, nil
	}
	return 0, "", problem.UsageError{
		Text: "there is no way to sign in here: " + why + ", no terminal to paste into, and " + offer.Host + " does not sign in by code",
		Hint: "run travel login --no-browser in a terminal, or set TRAVEL_TOKEN",
	}
}

// noBrowser says why no browser can be opened before the person, "" if one can.
func (s surroundings) noBrowser() string {
	switch {
	case s.command:
		return ""
	case s.ssh:
		return "this is an SSH session"
	case s.remote:
		return "this is a container on another computer"
	case s.os == "darwin", s.os == "windows", s.wsl, s.graphical:
		return ""
	case s.container:
		return "this is a container without a display"
	}
	return "there is no graphical session"
}
