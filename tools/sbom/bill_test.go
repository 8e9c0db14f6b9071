package main

import (
	"bytes"
	"encoding/json"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// TestTheListHoldsWhatTheLinkerRecorded reads the parts of the program that runs this test.
func TestTheListHoldsWhatTheLinkerRecorded(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		t.Fatal("this program has no record of its build")
	}
	var notices strings.Builder
	want := map[string]bool{"std@" + strings.TrimPrefix(info.GoVersion, "go"): true}
	for _, m := range info.Deps {
		notices.WriteString("  " + m.Path + " " + m.Version + ": MIT\n")
		want[m.Path+"@"+m.Version] = true
	}
	b := build{version: "1.2.0", at: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	text, err := describe(self, notices.String(), b)
	if err != nil {
		t.Fatal(err)
	}
	again, err := describe(self, notices.String(), b)
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("the same program gives another list the second time (%v)", err)
	}
	var list document
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	for _, part := range list.Components {
		if !want[part.Name+"@"+part.Version] {
			t.Errorf("%s %s is listed and was not linked", part.Name, part.Version)
		}
		delete(want, part.Name+"@"+part.Version)
	}
	for left := range want {
		t.Errorf("%s is linked and not listed", left)
	}
	if got := list.Metadata.Timestamp; got != "2026-01-02T03:04:05Z" {
		t.Errorf("the list is of %s", got)
	}
}

// TestAPartWithoutALicenceIsRefused, since the notices would lack it as well.
func TestAPartWithoutALicenceIsRefused(t *testing.T) {
	granted := licences("  example.org/known v1.0.0: Apache-2.0, BSD-3-Clause\n")
	tests := map[string]struct {
		module debug.Module
		want   string // part of the error, empty for none
	}{
		"known":           {debug.Module{Path: "example.org/known", Version: "v1.0.0"}, ""},
		"another version": {debug.Module{Path: "example.org/known", Version: "v1.0.1"}, "v1.0.1 is linked"},
		"unknown":         {debug.Module{Path: "example.org/other", Version: "v1.0.0"}, "example.org/other v1.0.0 is linked"},
		"replaced":        {debug.Module{Path: "example.org/known", Version: "v1.0.0", Replace: &debug.Module{Path: "../known"}}, "replaced by ../known"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			list, err := bill(&debug.BuildInfo{Path: "example.org/it/cmd/it", Deps: []*debug.Module{&test.module}}, granted, program{})
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want == "" && list.Components[0].Licences[0].Expression != "Apache-2.0 AND BSD-3-Clause":
				t.Errorf("its licences are %+v", list.Components[0].Licences)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}
