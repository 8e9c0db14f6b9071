package data

import (
	_ "embed"
	"fmt"
	"sync"
)

//go:embed rules.txt
var rulesText string

// ruleColumns is how many cells the rows of each word have before the reason.
var ruleColumns = map[string]int{
	"market": 2, "licence": 2, "lowcost": 2, "avoid": 2, "strip": 2, "perimeter": 3, "abroad": 2,
	"closed": 2, "barred": 2, "ground": 2, "hop": 1, "lifeline": 4,
}

var rules = sync.OnceValue(func() map[string][][]string { return parseRules(rulesText) })

// Rules is the rows of the network's rules that begin with a word, without it; the last cell is
// the reason. rules.txt tells what the cells mean. The caller must not change them.
func Rules(word string) [][]string { return rules()[word] }

func parseRules(text string) map[string][][]string {
	byWord := map[string][][]string{}
	for _, c := range handRows(text) {
		word := c[0]
		if n, ok := ruleColumns[word]; !ok || len(c) != n+2 || c[n+1] == "" {
			panic(fmt.Sprintf("data: rule %q", c))
		}
		byWord[word] = append(byWord[word], c[1:])
	}
	return byWord
}
