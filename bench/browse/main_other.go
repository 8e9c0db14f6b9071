//go:build !linux

// Browse measures travel browse as a terminal sees it. It makes its terminals on Linux alone.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "bench/browse: only Linux has the terminals and the figures of processes that this takes")
	os.Exit(1)
}
