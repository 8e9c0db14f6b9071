package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// proc makes a proc file system. Each process is the fields of proc_pid_stat(5) that are read.
func proc(t *testing.T, boot string, own stat, others ...stat) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("sys/kernel/random/boot_id", boot+"\n")
	write("self/stat", line(own))
	for _, s := range append(others, own) {
		write(s.pid+"/stat", line(s))
	}
	return dir
}

// line is a process as the kernel tells of it, with a name that means harm.
func line(s stat) string {
	return fmt.Sprintf("%s (a) R 1 (b) S %s 70 %s %s -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 %s 9000\n", s.pid, s.parent, s.session, s.tty, s.start)
}

// What makes another session is its boot, its leader, the leader's start and its terminal; the process
// itself and its streams are not.
func TestASessionIsItsLeaderAndItsStart(t *testing.T) {
	own := stat{pid: "100", parent: "70", session: "50", tty: "34816", start: "999"}
	leader := stat{pid: "50", parent: "1", session: "50", tty: "34816", start: "77"}
	first := find(proc(t, "boot-1", own, leader))
	if first.Key == "" || !first.Terminal {
		t.Fatalf("%+v", first)
	}
	sister := own
	sister.pid, sister.parent, sister.start = "101", "71", "1000"
	if again := find(proc(t, "boot-1", sister, leader)); again != first {
		t.Errorf("another process of it: %+v, want %+v", again, first)
	}
	later, job, other := leader, own, own
	later.start, job.tty, other.session = "78", "0", "60"
	seen := map[string]string{first.Key: "the first"}
	for name, s := range map[string]Session{
		"a later window of that name": find(proc(t, "boot-1", own, later)),
		"the next boot":               find(proc(t, "boot-2", own, leader)),
		"without a terminal":          find(proc(t, "boot-1", job, leader)),
		"another session":             find(proc(t, "boot-1", other, leader)),
	} {
		if was, ok := seen[s.Key]; ok {
			t.Errorf("%s is told as %s", name, was)
		}
		seen[s.Key] = name
		if s.Terminal == strings.HasPrefix(name, "without") {
			t.Errorf("%s: terminal %v", name, s.Terminal)
		}
	}
}

// A leader that has ended leaves a key all the same.
func TestASessionWhoseLeaderEndedHasAKey(t *testing.T) {
	orphan := find(proc(t, "b", stat{pid: "100", parent: "70", session: "50", tty: "0", start: "999"}))
	if orphan.Key == "" {
		t.Errorf("%+v", orphan)
	}
	if s := find(t.TempDir()); s != (Session{}) {
		t.Errorf("without proc: %+v", s)
	}
}

// Where the leader is outside of the container, a command of the shell and one of a script below it are
// of one session; what came in by another process is of another.
func TestASessionFromOutsideIsWhereItCameIn(t *testing.T) {
	shell := stat{pid: "70", parent: "0", session: "0", tty: "0", start: "5"}
	script := stat{pid: "90", parent: "70", session: "0", tty: "0", start: "8"}
	typed := stat{pid: "100", parent: "70", session: "0", tty: "0", start: "999"}
	nested := stat{pid: "101", parent: "90", session: "0", tty: "0", start: "1000"}
	alone := stat{pid: "102", parent: "0", session: "0", tty: "0", start: "1001"}
	first := find(proc(t, "b", typed, shell, script))
	if second := find(proc(t, "b", nested, shell, script)); first.Key == "" || second != first {
		t.Errorf("%+v of the shell, %+v of a script below it", first, second)
	}
	if other := find(proc(t, "b", alone, shell, script)); other.Key == first.Key || other.Key == "" {
		t.Errorf("what came in alone is %+v, beside %+v", other, first)
	}
}

// This process has a session, twice the same.
func TestThisProcessHasASession(t *testing.T) {
	s := Find(os.Getenv)
	if s.Key == "" || s != Find(os.Getenv) {
		t.Errorf("%+v", s)
	}
}

func FuzzParseStat(f *testing.F) {
	f.Add(line(stat{"1", "2", "3", "4", "5"}))
	f.Add("1 (")
	f.Add(") R")
	f.Fuzz(func(t *testing.T, text string) {
		s, ok := parseStat(text)
		if ok && strings.ContainsAny(s.pid+s.parent+s.session+s.tty+s.start, " /.()") {
			t.Errorf("%q", s)
		}
	})
}
