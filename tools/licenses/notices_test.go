package main

import (
	"slices"
	"strings"
	"testing"
)

const (
	mit  = "Permission is hereby granted, free\nof charge, to any person"
	bsd2 = "Redistribution and use in source and binary forms, with or without"
	bsd3 = bsd2 + " ... may be used to endorse or promote products"
)

func TestALicenceIsNamedOrRefused(t *testing.T) {
	tests := []struct {
		texts []string
		want  []string
		err   string
	}{
		{texts: []string{mit}, want: []string{"MIT"}},
		{texts: []string{bsd2}, want: []string{"BSD-2-Clause"}},
		{texts: []string{bsd3, "an additional grant of patents"}, want: []string{"BSD-3-Clause"}},
		{texts: []string{"Apache License\n  Version 2.0, January 2004", bsd3, bsd3 + "."}, want: []string{"Apache-2.0", "BSD-3-Clause"}},
		{texts: []string{mit, "Mozilla Public License, version 2.0"}, err: `"Mozilla Public License"`},
		{texts: []string{mit, "GNU\nLesser General Public License"}, err: `"GNU LESSER"`},
		{texts: []string{"All rights reserved."}, err: "none of its licence texts is known"},
		{err: "none of its licence texts is known"},
	}
	for _, test := range tests {
		got, err := licences(module{path: "m.example", version: "v1", texts: test.texts})
		if test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
			t.Errorf("%q: error %v, want one with %s", test.texts, err, test.err)
		}
		if test.err == "" && (err != nil || !slices.Equal(got, test.want)) {
			t.Errorf("%q: got %v, %v; want %v", test.texts, got, err, test.want)
		}
	}
}

func TestATextStandsOnceWithAllItCovers(t *testing.T) {
	out, err := write([]module{
		{path: "a.example", version: "v1", texts: []string{mit}},
		{path: goProject, version: "v2", texts: []string{bsd3}},
		{path: "z.example", version: "v3", texts: []string{bsd3}},
	}, []notice{{dir: "internal/data", text: "from nowhere"}})
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Repeat("=", 78)
	want := opening + "  a.example v1: MIT\n  golang.org/x/text v2: BSD-3-Clause\n  z.example v3: BSD-3-Clause\n" +
		"\n" + line + "\na.example\n" + line + "\n\n" + mit + "\n" +
		"\n" + line + "\ngolang.org/x/text\nthe Go standard library\nz.example\n" + line + "\n\n" + bsd3 + "\n" +
		"\n" + line + "\ndata in internal/data\n" + line + "\n\nfrom nowhere\n"
	if string(out) != want {
		t.Errorf("got:\n%s\nwant:\n%s", out, want)
	}
}
