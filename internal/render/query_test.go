package render

import (
	"bytes"
	"strings"
	"testing"
)

const queried = `{"results":[{"id":"a","price":{"total":412.50}},{"id":"b","price":{"total":9007199254740993}}],"note":"\u001b[31mred","n":null}`

func TestJQPrintsStringsRawAndNumbersWithTheServicesDigits(t *testing.T) {
	for expression, want := range map[string]string{
		`.results[].id`:                      "a\nb\n",
		`.results[].price.total`:             "412.50\n9007199254740993\n",
		`.results | length`:                  "2\n",
		`.n`:                                 "null\n",
		`.travel.settle`:                     "converged\n",
		`.note`:                              "red\n",
		`empty`:                              "",
		`.results[0]`:                        `{"id":"a","price":{"total":412.50}}` + "\n",
		`.results[] | [.id, .price.total]`:   `["a",412.50]` + "\n" + `["b",9007199254740993]` + "\n",
		`halt`:                               "",
		`env | length`:                       "0\n",
		`[.results[].price.total] | add > 1`: "true\n",
	} {
		query, err := JQ(expression)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		err = New(&out, Terminal{}, FormatJSON).With(query).JSON([]byte(queried), map[string]string{"settle": "converged"})
		if err != nil || out.String() != want {
			t.Errorf("%s gave %q, %v; want %q", expression, out.String(), err, want)
		}
	}
}

func TestATemplateSeesTheAnswer(t *testing.T) {
	query, err := Template(`{{range .results}}{{.id}}	{{.price.total}}{{"\n"}}{{end}}{{json .n}}`)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := New(&out, Terminal{}, FormatJSON).With(query).JSON([]byte(queried), nil); err != nil {
		t.Fatal(err)
	}
	if want := "a\t412.50\nb\t9007199254740993\nnull\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func TestAWrongExpressionIsRefusedBeforeItRuns(t *testing.T) {
	for _, expression := range []string{".results[", "nosuchfunction", `"`} {
		if _, err := JQ(expression); err == nil {
			t.Errorf("%s was taken", expression)
		}
	}
	if _, err := Template("{{.x"); err == nil {
		t.Error("an open template was taken")
	}
}

func TestAnExpressionThatFailsSaysSo(t *testing.T) {
	query, err := JQ(`.results + 1`)
	if err != nil {
		t.Fatal(err)
	}
	err = New(&bytes.Buffer{}, Terminal{}, FormatJSON).With(query).JSON([]byte(queried), nil)
	if err == nil || !strings.Contains(err.Error(), "jq expression") {
		t.Errorf("got %v", err)
	}
}

func TestATemplatesLayoutStays(t *testing.T) {
	in := "name\tprice\n    Caf\u00e9\x1b[31m  Bar\t\u202e412\r\n\n  end "
	want := map[bool]string{
		true:  "name\tprice\n    Café  Bar\t412\n\n  end\n",
		false: "name\tprice\n    Cafe  Bar\t412\n\n  end\n",
	}
	for unicode, want := range want {
		var out bytes.Buffer
		if err := New(&out, Terminal{TTY: true, Width: 10, Unicode: unicode}, FormatText).writeText(in); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("Unicode %v: got %q, want %q", unicode, out.String(), want)
		}
	}
}
