package render

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

const queried = `{"results":[{"id":"a","price":{"total":412.50}},{"id":"b","price":{"total":9007199254740993}}],"note":"\u001b[31mred","n":null}`

func TestJQPrintsStringsRawAndNumbersWithTheServicesDigits(t *testing.T) {
	for expression, want := range map[string]string{
		`.results[].id`:                        "a\nb\n",
		`.results[].price.total`:               "412.50\n9007199254740993\n",
		`.results | length`:                    "2\n",
		`.n`:                                   "null\n",
		`.travel.settle`:                       "converged\n",
		`.note`:                                "red\n",
		`empty`:                                "",
		`.results[0]`:                          `{"id":"a","price":{"total":412.50}}` + "\n",
		`.results[] | [.id, .price.total]`:     `["a",412.50]` + "\n" + `["b",9007199254740993]` + "\n",
		`halt`:                                 "",
		`env | length`:                         "0\n",
		`[.results[].price.total] | add > 1`:   "true\n",
		`[("ab", 2) * (0, 2)]`:                 `["",0,"abab",4]` + "\n",
		`.results[0].id *= 2 | .results[0].id`: "aa\n",
	} {
		query, err := JQ(expression)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		err = queryPrinter(&out, query).JSON([]byte(queried), map[string]string{"settle": "converged"})
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
	if err := queryPrinter(&out, query).JSON([]byte(queried), nil); err != nil {
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
	err = queryPrinter(&bytes.Buffer{}, query).JSON([]byte(queried), nil)
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

func TestAQueryThatNeverEndsIsStopped(t *testing.T) {
	jq := func(text string) *Query {
		query, err := JQ(text)
		if err != nil {
			t.Fatal(err)
		}
		return query
	}
	spins, err := Template(`{{range 1000000000000}}{{end}}`)
	if err != nil {
		t.Fatal(err)
	}
	prints, err := Template(`{{range 1000000000000}}more {{end}}`)
	if err != nil {
		t.Fatal(err)
	}
	soon := queryLimits{time: 50 * time.Millisecond, memory: 256 << 20, text: 1 << 20}
	small := queryLimits{time: time.Minute, memory: 16 << 20, text: 1 << 20}
	loud := queryLimits{time: time.Minute, memory: 1 << 30, text: 1 << 20}
	for name, test := range map[string]struct {
		query  *Query
		limits queryLimits
		want   string
	}{
		"no result":         {jq(`last(repeat(1))`), soon, "the jq expression did not end within 50ms, so it was stopped"},
		"a loop":            {jq(`def f: f; f`), soon, "the jq expression did not end within 50ms, so it was stopped"},
		"a loop, caught":    {jq(`def f: f; try f catch 1`), soon, "the jq expression did not end within 50ms, so it was stopped"},
		"template":          {spins, soon, "the template did not end within 50ms, so it was stopped"},
		"a growing list":    {jq(`[range(1e12)]`), small, "the jq expression needs more than "},
		"a growing stack":   {jq(`def f: 1 + f; f`), small, "the jq expression needs more than "},
		"endless results":   {jq(`repeat("more")`), loud, "the jq expression prints more than 1 MiB, so it was stopped"},
		"endless template":  {prints, loud, "run the template: the template prints more than 1 MiB, so it was stopped"},
		"an endless update": {jq(`"more" | . *= 1e9`), small, "run the jq expression: * makes a text of more than 64 MiB"},
		"an endless result": {jq(`"more" * 1e9 | ascii_upcase`), small, "run the jq expression: * makes a text of more than 64 MiB"},
	} {
		test.query.limits = test.limits
		var out bytes.Buffer
		err := queryPrinter(&out, test.query).JSON([]byte(queried), nil)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || out.Len() > 0 {
			t.Errorf("%s: %v, printed %d bytes; want %s", name, err, out.Len(), test.want)
		}
	}
}

func TestAMistakeInAQueryIsToldShortly(t *testing.T) {
	long := strings.Repeat("ab\x1b[31m", 20_000)
	for _, expression := range []string{strings.Repeat("ab", 20_000), `"` + long, `.` + long, strings.Repeat("(", 20_000)} {
		_, err := JQ(expression)
		if err == nil || utf8.RuneCountInString(err.Error()) > 300 || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%.20s… is refused with %.400v", expression, err)
		}
	}
	if _, err := Template("{{" + long); err == nil || len(err.Error()) > 300 {
		t.Errorf("a template is refused with %.400v", err)
	}
	query, err := JQ(`error("ab" * 20000)`)
	if err != nil {
		t.Fatal(err)
	}
	if err := queryPrinter(&bytes.Buffer{}, query).JSON([]byte(queried), nil); err == nil || len(err.Error()) > 300 {
		t.Errorf("ended with %.400v", err)
	}
}

func queryPrinter(out io.Writer, q *Query) *Printer {
	p := New(out, Terminal{}, FormatJSON)
	p.Query = q
	return p
}
