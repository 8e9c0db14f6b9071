// Fleet plays a great many clients at once, without a network and by a clock of its own: what their
// searches cost a deployment in reads, and how they come back after it was in trouble. The reads and the
// waits are those of the program's own code.
//
//	go run ./bench/fleet                  # 100,000 clients, a minute or two
//	go run ./bench/fleet -clients 20000
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

func main() {
	clients := flag.Int("clients", 100_000, "clients that come back together")
	seed := flag.Uint64("seed", 1, "of everything that is random")
	each := flag.Int("each", 130, "patterns of arrival of each family, for the reads")
	flag.Parse()
	reportReads(os.Stdout, *each, *seed)
	if err := reportComeBack(os.Stdout, *clients, *seed); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// aim is the most that 100 ms may hold, in shares.
const aim = 1.5

func reportComeBack(out io.Writer, clients int, seed uint64) error {
	fmt.Fprintf(out, "%d clients come back: the fullest 100 ms, where 1 is an even share; aim %.1f\n\n", clients, aim)
	fmt.Fprintf(out, "  %-52s %7s %7s %17s %7s\n", "", "back", "gave up", "after", "fullest")
	for _, t := range troubles() {
		c, err := comeBack(t, clients, seed)
		if err != nil {
			return err
		}
		when := "never"
		if n := len(c.back); n > 0 {
			when = fmt.Sprintf("%.1f to %.1f s", c.back[0].Seconds(), c.back[n-1].Seconds())
		}
		note := ""
		if c.fullest() > aim {
			note = "  over the aim"
		}
		fmt.Fprintf(out, "  %-52s %7d %7d %17s %7.2f%s\n", t.name, len(c.back), c.gaveUp, when, c.fullest(), note)
		fmt.Fprintf(out, "    %s\n", drawn(c.histogram()))
	}
	return nil
}

// drawn is a histogram, a block each 100 ms, the fullest the highest. In one that is wider than a
// terminal a block stands for several, and is as high as the fullest of them.
func drawn(counts []int) string {
	if len(counts) == 0 {
		return ""
	}
	const widest = 76
	blocks := []rune("▁▂▃▄▅▆▇█")
	step := (len(counts) + widest - 1) / widest
	most := max(slices.Max(counts), 1)
	var b strings.Builder
	for part := range slices.Chunk(counts, step) {
		b.WriteRune(blocks[slices.Max(part)*(len(blocks)-1)/most])
	}
	return b.String()
}
