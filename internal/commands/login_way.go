package commands

import (
	"os"

	"travel.example/travel/internal/auth"
)

// wayFacts are what the choice of a way to sign in depends on.
type wayFacts struct {
	flag      string // browser, no-browser, device, or "" to choose
	os        string // as runtime.GOOS
	command   bool   // $BROWSER names one, as remote desktops and editors do for the browser at home
	ssh       bool   // somebody sits at another computer
	remote    bool   // a container on another computer, such as a codespace
	graphical bool   // X11 or Wayland
	wsl       bool   // Linux inside Windows, whose browser it can open
	container bool
	terminal  bool // somebody can paste an answer
	device    bool // the server signs in by code
	host      string
}

// wayFactsHere finds the facts of this process; what the server offers is not among them.
func (a *app) wayFactsHere(flag string) wayFacts {
	set := func(names ...string) bool {
		for _, name := range names {
			if a.env.Getenv(name) != "" {
				return true
			}
		}
		return false
	}
	return wayFacts{
		flag: flag, os: a.env.OS, terminal: a.env.StdinTTY && a.env.ErrTerm.TTY,
		command:   set("BROWSER"),
		ssh:       set("SSH_CONNECTION", "SSH_TTY"),
		remote:    set("CODESPACES", "REMOTE_CONTAINERS"),
		graphical: set("DISPLAY", "WAYLAND_DISPLAY"),
		wsl:       set("WSL_DISTRO_NAME", "WSL_INTEROP"),
		container: set("container", "KUBERNETES_SERVICE_HOST") || exists("/.dockerenv") || exists("/run/.containerenv"),
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// chooseWay picks how to sign in: in the browser where there is one, else with a code where the server
// offers that, else with an address to open elsewhere. why says what stands against the browser, "" if
// nothing does or nobody asked.
func chooseWay(f wayFacts) (way auth.LoginMethod, why string, err error) {
	switch f.flag {
	case "browser":
		return auth.ByBrowser, "", nil
	case "no-browser":
		return auth.ByAddress, "", nil
	case "device":
		if !f.device {
			return 0, "", misuse{
				Text: "--device cannot be used: " + f.host + " does not sign in by code",
				Hint: "run: travel login --no-browser",
			}
		}
		return auth.ByDevice, "", nil
	}
	why = f.noBrowser()
	switch {
	case why == "":
		return auth.ByBrowser, "", nil
	case f.device:
		return auth.ByDevice, why, nil
	case f.terminal:
		return auth.ByAddress, why, nil
	}
	return 0, "", misuse{
		Text: "there is no way to sign in here: " + why + ", no terminal to paste into, and " + f.host + " does not sign in by code",
		Hint: "run travel login --no-browser in a terminal, or set TRAVEL_TOKEN",
	}
}

// noBrowser says why no browser can be opened before the person, "" if one can.
func (f wayFacts) noBrowser() string {
	switch {
	case f.command:
		return ""
	case f.ssh:
		return "this is an SSH session"
	case f.remote:
		return "this is a container on another computer"
	case f.os == "darwin", f.os == "windows", f.wsl, f.graphical:
		return ""
	case f.container:
		return "this is a container without a display"
	}
	return "there is no graphical session"
}

// tellWay says in one line which way was chosen and why, where it is not the browser.
func (a *app) tellWay(way auth.LoginMethod, why string) {
	switch {
	case why == "":
	case way == auth.ByDevice:
		a.notice("%s, so sign in with a code (--browser opens one all the same).", upperFirst(why))
	default:
		a.notice("%s, so open the address yourself (--browser opens one all the same).", upperFirst(why))
	}
}
