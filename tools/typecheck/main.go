// Command typecheck tells whether a module is correct Go for other systems, its tests and all that it
// imports too, without compiling anything: types are checked from source, which takes a tenth of the time.
//
//	go run -C tools ./typecheck darwin/arm64 windows/amd64
package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	bad := 0
	for _, target := range os.Args[1:] {
		n, err := check(target)
		if err != nil {
			fmt.Fprintln(os.Stderr, "typecheck:", err)
			os.Exit(2)
		}
		bad += n
	}
	if bad > 0 {
		os.Exit(1)
	}
}

// check prints what is wrong for a target such as darwin/arm64, and counts it.
func check(target string) (int, error) {
	goos, goarch, ok := strings.Cut(target, "/")
	if !ok {
		return 0, fmt.Errorf("%q is no target such as windows/amd64", target)
	}
	loaded, err := packages.Load(&packages.Config{
		Mode:  packages.LoadAllSyntax,
		Dir:   "..",
		Env:   append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
		Tests: true,
	}, "./...")
	if err != nil {
		return 0, err
	}
	if len(loaded) == 0 {
		return 0, fmt.Errorf("there is no package for %s", target)
	}
	n := packages.PrintErrors(loaded)
	fmt.Printf("%s: %d packages, %d mistakes\n", target, len(loaded), n)
	return n, nil
}
