package stage

import "github.com/charmbracelet/x/ansi"

// Copy asks the terminal to put a text on the clipboard (OSC 52), which works over SSH too. Whether the
// terminal does it cannot be known.
func (s *Stage) Copy(text string) {
	s.Screen.Write(ansi.SetSystemClipboard(text))
	s.Say("The terminal was asked to copy it; not every terminal does.")
}
