package render

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/itchyny/gojq"
)

// A step that would make too much is refused before it makes anything. None of these takes memory to speak of.
func TestAStepThatMakesTooMuchIsRefused(t *testing.T) {
	const (
		megabyte = `("x" * 1048576)`
		thousand = `[range(3000)] as $x | [range(3000) | $x]`
		shared   = `reduce range(40) as $i ([1]; [., .])`
	)
	tests := map[string]string{
		`"x" * 2e9`:                                "* makes a text of more than 64 MiB",
		`2e9 * "x" | length`:                       "* makes a text of more than 64 MiB",
		`"x" | . *= 2e9`:                           "* makes a text of more than 64 MiB",
		`{a: "x"} | .a *= 2e9`:                     "* makes a text of more than 64 MiB",
		`ltrimstr("x" * 2e9)`:                      "* makes a text of more than 64 MiB",
		`"\("x" * 2e9)"`:                           "* makes a text of more than 64 MiB",
		`{"\("x" * 2e9)": 1}`:                      "* makes a text of more than 64 MiB",
		`{} | .["x" * 2e9]`:                        "* makes a text of more than 64 MiB",
		`if "x" * 2e9 then 1 else 2 end`:           "* makes a text of more than 64 MiB",
		`def f(g): g; f("x" * 2e9)`:                "* makes a text of more than 64 MiB",
		`. as {a: $x} ?// $x | "x" * 2e9`:          "* makes a text of more than 64 MiB",
		`try error("x" * 2e9) catch error(.)`:      "error: * makes a text of more than 64 MiB",
		megabyte + ` * 33 | . + .`:                 "+ makes a text of more than 64 MiB",
		megabyte + ` * 33 | . += .`:                "+ makes a text of more than 64 MiB",
		megabyte + ` * 33 | "\(.)\(.)"`:            "+ makes a text of more than 64 MiB",
		megabyte + ` * 33 | @html "<b>\(.)\(.)"`:   "+ makes a text of more than 64 MiB",
		megabyte + ` * 33 | {"\(.)\(.)": 1}`:       "+ makes a text of more than 64 MiB",
		megabyte + ` as $x | [range(99) | $x]|add`: "adding up a list makes a text of more than 64 MiB",
		megabyte + ` as $x | add(range(99) | $x)`:  "adding up a list makes a text of more than 64 MiB",
		`[range(99)] | join(` + megabyte + `)`:     "adding up a list makes a text of more than 64 MiB",
		thousand + ` | add`:                        "adding up a list makes a list of more than 4 million items",
		thousand + ` | flatten`:                    "flatten makes a list of more than 4 million items",
		thousand + ` | flatten(1)`:                 "flatten makes a list of more than 4 million items",
		shared + ` | flatten`:                      "flatten makes a list of more than 4 million items",
		megabyte + ` * 5 | split("")`:              "splitting a text makes a list of more than 4 million items",
		megabyte + ` * 5 | . / "x"`:                "/ makes a list of more than 4 million items",
		megabyte + ` * 5 | explode`:                "splitting a text makes a list of more than 4 million items",
		`now | strftime(` + megabyte + `)`:         "writing a time makes a text of more than 64 MiB",
		`now | strflocaltime(` + megabyte + `)`:    "writing a time makes a text of more than 64 MiB",
	}
	for format := range strings.FieldsSeq(`tojson tostring @text @json @html @uri @csv @tsv @sh format("json")`) {
		tests[megabyte+" as $x | [range(99) | $x] | "+format] = "writing a value makes a text of more than 64 MiB"
	}
	tests[megabyte+` * 60 | @base64`] = "writing a value makes a text of more than 64 MiB"
	for expression, want := range tests {
		query, err := JQ(expression)
		if err != nil {
			t.Fatalf("%s: %v", expression, err)
		}
		if got, err := query.run(context.Background(), nil); err == nil || err.Error() != "run the jq expression: "+want {
			t.Errorf("%s gave %d bytes, %v; want %s", expression, len(got), err, want)
		}
	}
}

// What is not too much comes out as jq has it, in its order and with its mistakes.
func TestABoundedExpressionGivesWhatJQGives(t *testing.T) {
	for expression := range strings.Lines(honest) {
		plain, err := gojq.Parse(expression)
		if err != nil {
			t.Fatalf("%s: %v", expression, err)
		}
		want := results(t, plain, func(q *gojq.Query) (*gojq.Code, error) { return gojq.Compile(q) })
		again, _ := gojq.Parse(expression)
		if got := results(t, again, compile); !reflect.DeepEqual(got, want) {
			t.Errorf("%s gave %v, want %v", expression, got, want)
		}
	}
}

const honest = `[(1, 2) * (10, 100)]
[(1, 2) + (10, 100)]
[(1, 2) / (10, 100)]
[("a", "b") + ("x", "y", empty)]
[("a", "b") * (0, 1, 2, -1, 1.7, nan)]
[(2, 3) * "ab"]
12345678901234567890 * 3, 9007199254740993 + 1, 1 / 3, 7 / 7, 0.1 + 0.2
1 / 0
"a" * {}
{} + 1
[] * 2
{"a": {"b": 1}} * {"a": {"c": 2}}
{"a": 1} + {"a": 2, "b": 3}
[1, 2] + [3], null + 1, 1 + null
"a,b,c" / ",", "abc" / ""
.n += 1, .n *= 3, .s *= 2, .s += "!", .list += [4], .n /= 2
.list[] += 1
.list |= map(. * 2)
.n = .n * 2
[.list[] as $x | $x * $x + 1]
reduce .list[] as $x (0; . + $x)
[foreach .list[] as $x (0; . + $x; [$x, . * 2])]
"\(.s) and \(.n) and \(.list) \(null)"
[.list[] | "\(., 9)-\(. * 2)"]
@html "<\(.s)\("<&>")>", @uri "?q=\(.s) \("ü&")", @json "x\(.list)y\(.s)", @csv "\(.list)!\([.s])", @sh "echo \(.s) \("it's")", @base64 "\(.s)+\(.n)", @base64d "\("eHk=")\("eHk=")", @tsv "\(["a\tb"])-\([1])", @text "\(1)\(2)"
@foo "\(1)\(2)"
{"\(.s)\(.n)": 1, "k\(.n)": 2, (.s + "x"): 3}
. as {"s": $a, "\("n" + "")": $b} | [$a, $b]
."s", ."\("s")", ."\("")\("s")", .["s" + ""]
[.list | add, add(.[]; . * 2)?]
[] | add, join(","), flatten
{"a": "x", "b": "y"} | add
["a", 1, null, true] | join("-", "+")
["a", {}] | join("-")
[1, [2, [3, [4]]]] | flatten, flatten(1), flatten(0, 2), flatten(-1)
1 | flatten
1 | add
"x" | explode, implode
"x" | split("a"; null), split(", "), splits("x"), ascii_downcase
"a1b2" | gsub("[0-9]"; "<" + . + ">"), sub("(?<n>[0-9])"; "\(.n)\(.n)"), [scan("[a-z]")]
[., .list] | tojson, tostring, @text, @json, (.[1] | @csv, @tsv, @sh, @html, @uri, @base64, format("csv", "text"))
{} | @csv
[{}] | @tsv
0 | strftime("%Y-%m-%d"), todate, strflocaltime("%Y")
"x" | strftime("%Y")
path(.list[0]), [paths], [path(.list | first, last)]
path(1 + 2 | .a)
path(.n + 1)
[path(1, 1 + 1)]
[path(limit(1 + 1; .list[])), path(.list | nth(1 + 1)), path(.["s" + ""]), path(getpath(["s" + ""]))]
del(.list[0 + 0], .["n" + ""]), pick(.list[1 * 1]), to_entries[1 + 1].key, (.list | map(select(. + 1 > 2)))
[path(.list[] | select("\(.)\(.)" == "11"))], [path(.list[] | select([., 1] | add == 2))]
(.list[] | select(. * 2 == 4)) |= . * 10, (.list | last(.[]) += 1), (.list[1:] = [7 + 1])
path(add), path(tojson), path(flatten)
[path(if .n + 1 > 2 then .list else .s end)]
try (1 + "a") catch ., try ("a" * []) catch "caught", (.list * 2)?, ([] / 1)? // "none"
def add: 7; add
def f(x): x * 2; f(1, 2)
def f: 1 + 2; def g: f * f; g
label $out | 1 + 1, (2 * 2 | ., break $out), 5
[limit(3; repeat(1 + 1))], [range(0; 1 + 4; 1 * 2)], first(.list[] * 2)
[.list[] | select(. * 2 > 3)] | sort_by(-. * 1) | map(. - 1) | length + 1
1 + 2 * 3 - 4 / 2 % 3, -(1 + 2), -.n * 2
[.[]?] | map(tostring) | join("") | length
to_entries | map("\(.key)=\(.value | tojson)") | join("&")
with_entries(.value |= tostring), walk(if type == "number" then . + 1 else . end)
limit(0; "x" * 2e9), .a + .b + .c, .list[1 + 1], .list[0 * 1:1 + 1]
getpath(["list", 1 * 1]), setpath(["list", 0 + 0]; 1 + 1), (.list | del(.[0 + 1])), input_line_number?
error("a" + "b")
error
"é\u0000\ud83d\ude00" | length, explode, (explode | implode), . * 2, @json, tojson
$ENV | length
`

// results are what an expression gives, and what it ends with.
func results(t *testing.T, parsed *gojq.Query, compile func(*gojq.Query) (*gojq.Code, error)) (all []any) {
	t.Helper()
	code, err := compile(parsed)
	if err != nil {
		return []any{err.Error()}
	}
	var input any
	decoder := json.NewDecoder(strings.NewReader(`{"n": 2, "s": "ab", "list": [1, 2, 3.50]}`))
	decoder.UseNumber()
	if err := decoder.Decode(&input); err != nil {
		t.Fatal(err)
	}
	for iter := code.Run(input); ; {
		result, more := iter.Next()
		if !more {
			return all
		}
		if err, failed := result.(error); failed {
			return append(all, err.Error())
		}
		text, err := gojq.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
}
