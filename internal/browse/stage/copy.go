package stage

import "github.com/charmbracelet/x/ansi"

// Copy asks the terminal to copy a text to the clipboard with OSC 52, which also works over SSH. There is no way to
// know whether the terminal does it.
func (s *Stage) Copy(text string) {
	s.Screen.Write(ansi.SetSystemClipboard(text))
	s.Say("The terminal was asked to copy it; not every terminal does.")
}
