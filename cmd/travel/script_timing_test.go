package main

import (
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdInterrupt is "interrupt METHOD PATH [SIGNAL]": as soon as a sandbox takes such a
// request, the program that runs gets a Ctrl-C or that signal, once. PATH may be a beginning.
func cmdInterrupt(ts *testscript.TestScript, neg bool, args []string) {
	names := map[string]os.Signal{"INT": os.Interrupt, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP, "QUIT": syscall.SIGQUIT, "KILL": os.Kill}
	args = append(args, "INT")
	sig, known := names[args[min(2, len(args)-1)]]
	if neg || len(args) < 3 || len(args) > 4 || !known {
		ts.Fatalf("usage: interrupt METHOD PATH [INT|TERM|HUP|QUIT|KILL]")
	}
	s := ts.Value(stageKey{}).(*stage)
	var once sync.Once
	s.at(args[0], args[1], func() {
		once.Do(func() {
			s.mu.Lock()
			pid := s.pid
			s.mu.Unlock()
			if p, err := os.FindProcess(pid); err != nil || p.Signal(sig) != nil {
				s.t.Errorf("interrupt: process %d is not there", pid)
			}
		})
	})
}

// cmdMeet is "meet METHOD PATH": the next two such requests wait for each other,
// so that two programs are at the same point.
func cmdMeet(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: meet METHOD PATH")
	}
	var mu sync.Mutex
	came, both := 0, make(chan struct{})
	ts.Value(stageKey{}).(*stage).at(args[0], args[1], func() {
		mu.Lock()
		came++
		if came == 2 {
			close(both)
		}
		mu.Unlock()
		<-both
	})
}

// at calls do when a request comes in, before it is answered.
func (s *stage) at(method, path string, do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.comes = func(m, p string) {
		if m == method && strings.HasPrefix(p, path) {
			do()
		}
	}
}

// came tells who waits for it of a request.
func (s *stage) came(method, path string) {
	s.mu.Lock()
	comes := s.comes
	s.mu.Unlock()
	if comes != nil {
		comes(method, path)
	}
}

// asks notes which program asks for the time: the one that runs.
func (s *stage) asks(r *http.Request) {
	if pid, err := strconv.Atoi(r.URL.Query().Get("pid")); err == nil {
		s.mu.Lock()
		s.pid = pid
		s.mu.Unlock()
	}
}
