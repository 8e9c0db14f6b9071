package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"
)

// spent is what a process has spent so far.
type spent struct {
	cpu   time.Duration // of all its threads, in user and in system
	wakes int           // times that one of its threads waited and was woken
}

// spends reads what a process has spent. Threads that have ended are not counted.
func spends(pid int) (spent, error) {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", pid))
	if err != nil || len(tasks) == 0 {
		return spent{}, fmt.Errorf("no process %d: %w", pid, err)
	}
	var all spent
	for _, task := range tasks {
		text, err := os.ReadFile(filepath.Join(task, "schedstat"))
		if err != nil {
			continue // it has ended meanwhile
		}
		var ns time.Duration
		if _, err := fmt.Sscan(string(text), &ns); err != nil {
			return spent{}, err
		}
		all.cpu += ns
		waits, err := field(filepath.Join(task, "status"), "voluntary_ctxt_switches")
		if err != nil {
			continue
		}
		all.wakes += waits
	}
	return all, nil
}

// field reads a number of a file in /proc.
func field(file, name string) (int, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	m := regexp.MustCompile(`(?m)^` + name + `:\s*(\d+)`).FindSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("%s has no %s", file, name)
	}
	return strconv.Atoi(string(m[1]))
}

// resident is what memory a process has, in kB: all, and without the pages of files, which the system shares.
func resident(pid int) (all, own int, err error) {
	status := fmt.Sprintf("/proc/%d/status", pid)
	if all, err = field(status, "VmRSS"); err != nil {
		return 0, 0, err
	}
	own, err = field(status, "RssAnon")
	return all, own, err
}
