package cli

// Surroundings are what this process knows about where a person can open a page.
type Surroundings struct {
	Terminal bool // a person can read it and paste an answer

	os        string // as runtime.GOOS
	command   bool   // $BROWSER names one, as remote desktops and editors do for the browser at home
	ssh       bool   // the person sits at another computer
	remote    bool   // a container on another computer, such as a codespace
	graphical bool   // X11 or Wayland
	wsl       bool   // Linux inside Windows, whose browser it can open
	container bool
}

// Surroundings are those of the run.
func (r *Run) Surroundings() Surroundings { return surroundingsOf(r.Env, r.Console()) }

func surroundingsOf(env *Env, console *Console) Surroundings {
	set := func(names ...string) bool {
		for _, name := range names {
			if env.Getenv(name) != "" {
				return true
			}
		}
		return false
	}
	return Surroundings{
		os: env.OS, Terminal: console.There(),
		command:   set("BROWSER"),
		ssh:       set("SSH_CONNECTION", "SSH_TTY"),
		remote:    set("CODESPACES", "REMOTE_CONTAINERS"),
		graphical: set("DISPLAY", "WAYLAND_DISPLAY"),
		wsl:       set("WSL_DISTRO_NAME", "WSL_INTEROP"),
		container: set("container", "KUBERNETES_SERVICE_HOST") || env.Container,
	}
}

// NoBrowser says why no browser can be opened before the person, "" if one can.
func (s Surroundings) NoBrowser() string {
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

// NoPage is NoBrowser for someone who has asked for a browser: a display that came along by SSH will do.
func (s Surroundings) NoPage() string {
	if s.graphical {
		return ""
	}
	return s.NoBrowser()
}
