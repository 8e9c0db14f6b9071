package child

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// clipboards are the programs that put their input on the clipboard of a system (as runtime.GOOS) and its
// graphical session, the best first.
func clipboards(system string, getenv func(string) string) [][]string {
	switch system {
	case "darwin":
		return [][]string{{"pbcopy"}}
	case "windows":
		return [][]string{{"clip.exe"}}
	}
	var known [][]string
	if getenv("WAYLAND_DISPLAY") != "" {
		known = append(known, []string{"wl-copy"})
	}
	if getenv("DISPLAY") != "" {
		known = append(known, []string{"xclip", "-selection", "clipboard"}, []string{"xsel", "--clipboard", "--input"})
	}
	if getenv("WSL_DISTRO_NAME") != "" || getenv("WSL_INTEROP") != "" {
		known = append(known, []string{"clip.exe"})
	}
	return known
}

// putting is how long a program may take for it.
const putting = 5 * time.Second

// ToClipboard puts a text on the system's clipboard.
func ToClipboard(ctx context.Context, system string, getenv func(string) string, text string) error {
	var names []string
	for _, line := range clipboards(system, getenv) {
		names = append(names, line[0])
		path, err := Find(line[0])
		if err != nil {
			continue
		}
		ctx, stop := context.WithTimeout(ctx, putting)
		defer stop()
		cmd := exec.CommandContext(ctx, path, line[1:]...)
		cmd.Env, cmd.Stdin = environment(os.Environ()), strings.NewReader(text)
		detach(cmd) // such a program may stay, to hold the text
		if err := run(cmd); err != nil {
			return fmt.Errorf("put the text on the clipboard by %s: %w", line[0], errors.Join(err, context.Cause(ctx)))
		}
		return nil
	}
	if len(names) == 0 {
		return errors.New("there is no clipboard here: this terminal has no graphical session")
	}
	return fmt.Errorf("no program for the clipboard was found: %s", strings.Join(names, ", "))
}
