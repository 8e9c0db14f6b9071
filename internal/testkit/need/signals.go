package need

import (
	"os"
	"os/signal"
	"syscall"
)

// Signals has the programs that tests start take SIGHUP, SIGINT and SIGQUIT, also where the tests were started to
// ignore them, as nohup and a shell's & do. A TestMain calls it.
func Signals() {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP, syscall.SIGQUIT} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s) // a program starts with the default for what has a handler here
		}
	}
}
