package need

import (
	"os"
	"os/signal"
	"syscall"
)

// Signals makes the programs that tests start receive SIGHUP, SIGINT and SIGQUIT, even if the tests were started
// with them ignored, as by nohup or a shell's &. It is called by a TestMain.
func Signals() {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP, syscall.SIGQUIT} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s) // a child starts with the default for a signal that has a handler here
		}
	}
}
