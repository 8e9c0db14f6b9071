package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestALicenseIsNamedOrRefused(t *testing.T) {
	text, err := os.ReadFile("../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	apache := string(text)
	const mozilla = "This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. " +
		"If a copy of the MPL was not distributed with this file, You can obtain one at http://mozilla.org/MPL/2.0/."
	const gnu = "This program is free software: you can redistribute it and/or modify it under the terms of the GNU General " +
		"Public License as published by the Free Software Foundation, either version 3 of the License, or any later version."
	tests := []struct {
		texts []string
		want  []string
		err   string
	}{
		{texts: []string{apache}, want: []string{"Apache-2.0"}},
		{texts: []string{"a notice", apache, apache}, want: []string{"Apache-2.0"}},
		{texts: []string{apache, mozilla}, err: "MPL-2.0, which is not on the list"},
		{texts: []string{gnu}, err: "GPL-3.0-or-later, which is not on the list"},
		{texts: []string{"All rights reserved."}, err: "none of its 1 license texts is known"},
		{err: "none of its 0 license texts is known"},
	}
	for _, test := range tests {
		got, err := licenses(test.texts)
		if test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
			t.Errorf("%.80q: error %v, want one with %s", test.texts, err, test.err)
		}
		if test.err == "" && (err != nil || !slices.Equal(got, test.want)) {
			t.Errorf("%.80q: got %v, %v; want %v", test.texts, got, err, test.want)
		}
	}
}
