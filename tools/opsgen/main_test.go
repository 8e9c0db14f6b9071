package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Two parameters that would share a flag or a struct member are rejected, so that neither is silently lost.
func TestParametersThatCollideAreRefused(t *testing.T) {
	contract, err := os.ReadFile("../../api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const name = "name: max-price"
	for _, twin := range []string{"name: maxPrice", "name: MaxPrice", "name: max-Price"} {
		dir := t.TempDir()
		file := filepath.Join(dir, "openapi.yaml")
		text := strings.ReplaceAll(string(contract), "name: min-price", twin)
		if !strings.Contains(text, name) || os.WriteFile(file, []byte(text), 0o600) != nil {
			t.Fatal("the contract has no max-price, or cannot be written")
		}
		err := run(file, filepath.Join(dir, "table"), filepath.Join(dir, "calls"), filepath.Join(dir, "requests"), filepath.Join(dir, "schemas"))
		if err == nil || !strings.Contains(err.Error(), "rename one of them") {
			t.Errorf("%s beside %s: %v", twin, name, err)
		}
	}
}
