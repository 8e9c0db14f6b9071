package render

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/itchyny/gojq"
)

// A few steps of jq make in one go as much as they are asked for, faster than memory can be measured:
// "x" * 1e9, or a join of a list that holds one long text a thousand times. So what they would make is
// counted before they make it. Everything else grows piece by piece, and is stopped by [Query.bounded].

// The most that one step of a jq expression makes. A text that is longer could not be printed.
const (
	maxStepText  = 64 << 20  // bytes
	maxStepItems = 4_000_000 // of a list
)

// What a step would make too much of; empty for nothing.
const (
	longText = "a text of more than 64 MiB"
	longList = "a list of more than 4 million items"
)

// stepError is a step that would make too much.
type stepError struct{ step, makes string }

func (e *stepError) Error() string { return e.step + " makes " + e.makes }

// bounds are definitions that stand before the expression, and so in place of jq's own functions of these
// names. own_ is the function itself; fits_ gives back its input, or an error if the step makes too much.
// The arguments of both are evaluated in the order of jq's.
const bounds = `
def _add(a; b): b as $r | a as $l | fits_add($l; $r) | $l + $r;
def _multiply(a; b): b as $r | a as $l | fits_multiply($l; $r) | $l * $r;
def own_add: add; def add: fits_sum("") | own_add; def add(f): [f] | add;
def own_join($s): join($s); def join($s): fits_sum($s) | own_join($s);
def own_flatten: flatten; def flatten: fits_flatten(-1) | own_flatten;
def own_flatten($n): flatten($n); def flatten($n): fits_flatten($n) | own_flatten($n);
def _divide(a; b): b as $r | a as $l | fits_divide($l; $r) | $l / $r;
def own_split($s): split($s); def split($s): fits_split($s) | own_split($s);
def own_explode: explode; def explode: fits_split("") | own_explode;
def own_base64: @base64; def _tobase64: fits_text(4/3) | own_base64;
def own_strftime($f): strftime($f); def strftime($f): fits_time($f) | own_strftime($f);
def own_strflocaltime($f): strflocaltime($f); def strflocaltime($f): fits_time($f) | own_strflocaltime($f);
def own_format($f): format($f); def format($f): fits_text(1) | own_format($f);
`

// writers are jq's functions that write their input out.
const writers = "tojson tostring _tohtml _touri _tocsv _totsv _tosh"

// compile makes code of an expression that was parsed, its steps bounded. It changes the expression.
func compile(parsed *gojq.Query) (*gojq.Code, error) {
	var text strings.Builder
	text.WriteString(bounds)
	for name := range strings.FieldsSeq(writers) {
		fmt.Fprintf(&text, "def own_%[1]s: %[1]s; def %[1]s: fits_text(1) | own_%[1]s;\n", name)
	}
	before, err := gojq.Parse(text.String() + ".")
	if err != nil {
		return nil, err
	}
	checkOperators(reflect.ValueOf(parsed))
	parsed.FuncDefs = append(before.FuncDefs, parsed.FuncDefs...)
	return gojq.Compile(parsed,
		gojq.WithFunction("fits_add", 2, 2, bounded("+", sum)),
		gojq.WithFunction("fits_multiply", 2, 2, bounded("*", product)),
		gojq.WithFunction("fits_divide", 2, 2, bounded("/", split)),
		gojq.WithFunction("fits_sum", 1, 1, bounded("adding up a list", total)),
		gojq.WithFunction("fits_flatten", 1, 1, bounded("flatten", flattened)),
		gojq.WithFunction("fits_split", 1, 1, bounded("splitting a text", split)),
		gojq.WithFunction("fits_time", 1, 1, bounded("writing a time", times)),
		gojq.WithFunction("fits_text", 1, 1, bounded("writing a value", writtenOut)),
	)
}

// bounded gives a function that returns its input, unless tooMuch says what its last two of input and
// arguments would make.
func bounded(step string, tooMuch func(l, r any) string) func(any, []any) any {
	return func(input any, args []any) any {
		l, r := input, args[len(args)-1]
		if len(args) == 2 {
			l = args[0]
		}
		if makes := tooMuch(l, r); makes != "" {
			return &stepError{step, makes}
		}
		return input
	}
}

func sum(l, r any) string {
	switch l := l.(type) {
	case string:
		if r, ok := r.(string); ok && len(l)+len(r) > maxStepText {
			return longText
		}
	case []any:
		if r, ok := r.([]any); ok && len(l)+len(r) > maxStepItems {
			return longList
		}
	}
	return ""
}

func product(l, r any) string {
	repeated, ok := l.(string)
	if !ok {
		repeated, ok = r.(string)
		r = l
	}
	times, isNumber := gojq.ToFloat64(r)
	if ok && isNumber && float64(len(repeated))*math.Trunc(times) > maxStepText {
		return longText
	}
	return ""
}

func split(l, r any) string {
	whole, ok := l.(string)
	separator, ok2 := r.(string)
	if ok && ok2 && len(whole) > maxStepItems && strings.Count(whole, separator) > maxStepItems {
		return longList
	}
	return ""
}

// times bounds what a time is written by: %1024Y, the widest, makes 1024 bytes of 6.
func times(_, format any) string {
	if format, ok := format.(string); ok && len(format) > maxStepText/1024*6 {
		return longText
	}
	return ""
}

// writtenOut bounds the text that a value is written to, which is so many times as long as the value.
func writtenOut(value, factor any) string {
	grows, _ := gojq.ToFloat64(factor)
	if written(value, int(maxStepText/grows)) < 0 {
		return longText
	}
	return ""
}

// total counts what the items of a list are together, with a separator between them.
func total(list, separator any) string {
	between, _ := separator.(string)
	bytes, items := -len(between), 0
	for item := range itemsOf(list) {
		switch item := item.(type) {
		case string:
			bytes += len(item)
		case []any:
			items += len(item)
		}
		if items > maxStepItems {
			return longList
		}
		if bytes += len(between); bytes > maxStepText {
			return longText
		}
	}
	return ""
}

// itemsOf goes through the items of a list or an object.
func itemsOf(value any) func(func(any) bool) {
	return func(yield func(any) bool) {
		switch value := value.(type) {
		case []any:
			for _, item := range value {
				if !yield(item) {
					return
				}
			}
		case map[string]any:
			for _, item := range value {
				if !yield(item) {
					return
				}
			}
		}
	}
}

func flattened(list, depth any) string {
	if depth, ok := gojq.ToFloat64(depth); ok && roomAfter(list, depth, maxStepItems) < 0 {
		return longList
	}
	return ""
}

// roomAfter is how much is left of a number of items once a list was flattened; below 0, not how much.
func roomAfter(value any, depth float64, left int) int {
	for item := range itemsOf(value) {
		if list, ok := item.([]any); ok && depth != 0 {
			left = roomAfter(list, depth-1, left)
		}
		if left--; left < 0 {
			break
		}
	}
	return left
}

// written is how much is left of a number of bytes once a value was written out, by the least that it
// takes; below 0, not how much. The same list may be in a value many times.
func written(value any, left int) int {
	switch value := value.(type) {
	case string:
		return left - len(value)
	case map[string]any:
		for key := range value {
			left -= len(key)
		}
	}
	for item := range itemsOf(value) {
		if left = written(item, left); left < 0 {
			break
		}
	}
	return left - 1
}

// checkOperators has each +, * and / of an expression checked before it is carried out, and makes the
// parts of a text with \( ) a sum.
func checkOperators(node reflect.Value) {
	switch node.Kind() {
	case reflect.Pointer:
		if node.IsNil() {
			return
		}
		switch node := node.Interface().(type) {
		case *gojq.Term:
			if node.Str != nil && node.Format != "" {
				addParts(node.Str, node.Format)
			}
		case *gojq.String:
			addParts(node, "@text")
		}
		checkOperators(node.Elem())
		if query, ok := reflect.TypeAssert[*gojq.Query](node); ok {
			checkOperator(query)
		}
	case reflect.Struct:
		for _, field := range node.Fields() {
			checkOperators(field)
		}
	case reflect.Slice:
		for i := range node.Len() {
			checkOperators(node.Index(i))
		}
	}
}

// checkOperator writes l + r as r as $r | l as $l | fits_add($l; $r) | $l + $r, which is also jq's order.
func checkOperator(q *gojq.Query) {
	name := map[gojq.Operator]string{gojq.OpAdd: "fits_add", gojq.OpMul: "fits_multiply", gojq.OpDiv: "fits_divide"}[q.Op]
	if name == "" {
		return
	}
	call := func(name string, args ...*gojq.Query) *gojq.Query {
		return &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeFunc, Func: &gojq.Func{Name: name, Args: args}}}
	}
	then := func(left, right *gojq.Query, as ...*gojq.Pattern) *gojq.Query {
		return &gojq.Query{Left: left, Op: gojq.OpPipe, Right: right, Patterns: as}
	}
	const l, r = "$fits_l", "$fits_r"
	done := &gojq.Query{Left: call(l), Op: q.Op, Right: call(r)}
	checked := then(call(name, call(l), call(r)), done)
	defs := q.FuncDefs
	*q = *then(q.Right, then(q.Left, checked, &gojq.Pattern{Name: l}), &gojq.Pattern{Name: r})
	q.FuncDefs = defs
}

// addParts makes the parts of a text one sum, in which the format writes what is not text.
func addParts(text *gojq.String, format string) {
	if len(text.Queries) < 2 {
		return
	}
	var sum *gojq.Query
	for _, part := range text.Queries {
		if part.Term.Str == nil {
			write := &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeFormat, Format: format}}
			part = &gojq.Query{Op: gojq.OpPipe, Left: part, Right: write}
		}
		if sum == nil {
			sum = part
		} else {
			sum = &gojq.Query{Op: gojq.OpAdd, Left: sum, Right: part}
		}
	}
	// A part that has a Str is taken as it is, whatever else it is.
	text.Queries = []*gojq.Query{{Term: &gojq.Term{Type: gojq.TermTypeQuery, Query: sum, Str: &gojq.String{}}}}
}
