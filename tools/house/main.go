// Command house prints the figures of a checkout: how many lines, files and
// methods stand where, and how the files of a package depend on one another.
//
//	go run -C tools ./house [DIR]...
//
// A file depends on another of its package (an arrow) when it uses what that one
// declares: a name at the top of the package, a method or a field, by the type
// checker and not by spelling. One pair of files is one arrow, however much is
// used. Of the orders of the files that of fewest arrows running back up is
// sought; floors is the longest chain of files without those arrows. Tests,
// generated files and files for other systems are left out of all of it, except
// that the number of files holds the generated ones.
//
// Each DIR is a checkout of the module; without one it is the checkout that the
// program stands in. Two of them print before and after in one run. A relative
// DIR starts from tools, because of -C.
package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

// shown is how many rows of a table are printed, the largest first.
const shown = 15

func main() {
	dirs := os.Args[1:]
	if len(dirs) == 0 {
		dirs = []string{".."}
	}
	for _, dir := range dirs {
		if err := report(dir); err != nil {
			fmt.Fprintf(os.Stderr, "house: %s: %v\n", dir, err)
			os.Exit(1)
		}
	}
}

// report prints the figures of one checkout.
func report(dir string) error {
	lines, err := countLines(dir)
	if err != nil {
		return err
	}
	rooms, err := load(dir)
	if err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "== %s\n\n", dir)
	printLines(&text, lines)
	printRooms(&text, rooms)
	printTypes(&text, rooms)
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	if _, err := io.WriteString(out, text.String()); err != nil {
		return err
	}
	return out.Flush()
}

func printLines(out *strings.Builder, l lines) {
	fmt.Fprintln(out, "lines of Go\t\t")
	for _, row := range []struct {
		what string
		n    int
	}{
		{"by hand, without tests, tools and sandbox", l.core},
		{"by hand, without tests", l.core + l.tools + l.sandbox},
		{"tests", l.tests},
		{"generated", l.generated},
		{"all", l.all()},
	} {
		fmt.Fprintf(out, "%s\t%d\t\n", row.what, row.n)
	}
	fmt.Fprintln(out)
}

// printRooms prints a row a package, and its own place among the packages:
// floor 1 imports none of the module's.
func printRooms(out *strings.Builder, rooms []room) {
	fmt.Fprintln(out, "package\tfiles\tfloors\tarrows\tback up\tits floor\t")
	stands := packageFloors(rooms)
	slices.SortFunc(rooms, func(a, b room) int {
		return cmp.Or(cmp.Compare(len(b.files), len(a.files)), cmp.Compare(a.path, b.path))
	})
	for i, r := range rooms {
		floors, back := r.arrows.floors()
		if i < shown {
			fmt.Fprintf(out, "%s\t%d\t%d\t%d\t%d\t%d\t\n", r.path, len(r.files), floors, r.arrows.count(), back, stands[r.path])
		}
	}
	highest := 0
	for _, floor := range stands {
		highest = max(highest, floor)
	}
	fmt.Fprintf(out, "\n%d packages on %d floors\n\n", len(rooms), highest)
}

func printTypes(out *strings.Builder, rooms []room) {
	var all []methods
	for _, r := range rooms {
		all = append(all, r.types...)
	}
	slices.SortFunc(all, func(a, b methods) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
	})
	fmt.Fprintln(out, "type\tmethods\tin files\t")
	for _, t := range all[:min(shown, len(all))] {
		fmt.Fprintf(out, "%s\t%d\t%d\t\n", t.name, t.count, t.files)
	}
	fmt.Fprintln(out)
}
