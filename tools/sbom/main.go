// Command sbom writes the list of the parts of a built program, as a CycloneDX 1.6 document:
//
//	go run -C tools ./sbom -notices ../THIRD_PARTY_NOTICES -version 1.2.0 -time 2026-01-02T03:04:05Z BINARY DOCUMENT
//
// The parts are the modules that the linker recorded in BINARY, so the list of each system is its own,
// and the standard library. Their licences are those that the notices name; a module without one there
// is an error. The same binary, version and time give the same bytes.
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// A build is what the binary does not tell of itself: -trimpath takes the stamps out of its record.
type build struct {
	version string
	at      time.Time
}

func run(args []string) error {
	flags := flag.NewFlagSet("sbom", flag.ContinueOnError)
	notices := flags.String("notices", "", "file that names each module's licences")
	version := flags.String("version", "", "version of the program")
	at := flags.String("time", "", "time of its commit, RFC 3339")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 2 || *version == "" {
		return errors.New("a version, a time, the notices, a binary and the document to write are needed")
	}
	when, err := time.Parse(time.RFC3339, *at)
	if err != nil {
		return fmt.Errorf("-time %q is not a time as 2026-01-02T03:04:05Z: %w", *at, err)
	}
	text, err := os.ReadFile(*notices)
	if err != nil {
		return err
	}
	document, err := describe(flags.Arg(0), string(text), build{version: *version, at: when})
	if err != nil {
		return err
	}
	return os.WriteFile(flags.Arg(1), document, 0o644)
}

// describe lists the parts of the program in a file.
func describe(path, notices string, b build) ([]byte, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	list, err := bill(info, licences(notices), program{build: b, sum: sum})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	document, err := json.MarshalIndent(list, "", "  ")
	return append(document, '\n'), err
}

// A program is the binary that the list is about.
type program struct {
	build
	sum [sha256.Size]byte
}

func (p program) hash() string { return hex.EncodeToString(p.sum[:]) }

// serial is the document's own number, made of what it is about, so that it is the same each time
// (RFC 9562 §5.8: a version 8 UUID holds what its maker wants).
func (p program) serial() string {
	id := [16]byte(p.sum[:16])
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
