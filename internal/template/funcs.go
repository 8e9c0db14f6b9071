package template

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// builtins are the functions that every template has.
func builtins() map[string]any {
	return map[string]any{
		"and": decided, "or": decided, "not": func(v reflect.Value) bool { return !truth(v) },
		"eq": equal, "ne": unequal, "lt": less, "le": lessOrEqual, "gt": greater, "ge": greaterOrEqual,
		"index": index, "slice": slice, "len": length,
		"print": fitting(fmt.Sprint), "printf": formatted, "println": fitting(fmt.Sprintln),
		"html": escaping(htmlReplacer().Replace), "js": escaping(escapeJS), "urlquery": escaping(url.QueryEscape),
		"call": func(reflect.Value, ...reflect.Value) (reflect.Value, error) {
			return reflect.Value{}, errors.New("the data holds no function to call")
		},
	}
}

// decided gives and and or their signature; the run evaluates them, since they stop early.
func decided(first reflect.Value, _ ...reflect.Value) reflect.Value { return first }

// index is an item of lists and objects in one another.
func index(item reflect.Value, indexes ...reflect.Value) (reflect.Value, error) {
	if item = inside(item); !item.IsValid() {
		return item, errors.New("index of untyped nil")
	}
	for _, at := range indexes {
		at = inside(at)
		var isNil bool
		if item, isNil = indirect(item); isNil {
			return item, errors.New("index of nil pointer")
		}
		switch item.Kind() {
		case reflect.Array, reflect.Slice, reflect.String:
			i, err := position(at, item.Len())
			if err != nil {
				return item, err
			}
			item = item.Index(i)
		case reflect.Map:
			key := item.Type().Key()
			switch {
			case !at.IsValid():
				return item, fmt.Errorf("value is nil; should be of type %s", key)
			case !at.Type().AssignableTo(key):
				return item, fmt.Errorf("value has type %s; should be %s", at.Type(), key)
			}
			item = entry(item, at)
		default:
			return item, fmt.Errorf("can't index item of type %s", item.Type())
		}
	}
	return item, nil
}

// position reads a place in a list that has room for so many.
func position(at reflect.Value, room int) (int, error) {
	var i int
	switch {
	case !at.IsValid():
		return 0, errors.New("cannot index slice/array with nil")
	case at.CanInt():
		i = int(at.Int())
	case at.CanUint():
		i = int(at.Uint())
	default:
		return 0, fmt.Errorf("cannot index slice/array with type %s", at.Type())
	}
	if i < 0 || i > room {
		return 0, fmt.Errorf("index out of range: %d", i)
	}
	return i, nil
}

// slice is a part of a list or text, as in item[1:2:3].
func slice(item reflect.Value, indexes ...reflect.Value) (reflect.Value, error) {
	if item = inside(item); !item.IsValid() {
		return item, errors.New("slice of untyped nil")
	}
	item, _ = indirect(item)
	room := 0
	switch {
	case len(indexes) > 3:
		return item, fmt.Errorf("too many slice indexes: %d", len(indexes))
	case item.Kind() == reflect.String && len(indexes) == 3:
		return item, errors.New("cannot 3-index slice a string")
	case item.Kind() == reflect.String:
		room = item.Len()
	case item.Kind() == reflect.Slice:
		room = item.Cap()
	default:
		return item, fmt.Errorf("can't slice item of type %s", item.Type())
	}
	bounds := []int{0, item.Len(), room}
	for i, at := range indexes {
		var err error
		if bounds[i], err = position(at, room); err != nil {
			return item, err
		}
	}
	for i := range 2 {
		if bounds[i] > bounds[i+1] {
			return item, fmt.Errorf("invalid slice index: %d > %d", bounds[i], bounds[i+1])
		}
	}
	if len(indexes) == 3 {
		return item.Slice3(bounds[0], bounds[1], bounds[2]), nil
	}
	return item.Slice(bounds[0], bounds[1]), nil
}

func length(item reflect.Value) (int, error) {
	item, isNil := indirect(item)
	if isNil {
		return 0, errors.New("len of nil pointer")
	}
	switch item.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return item.Len(), nil
	}
	return 0, fmt.Errorf("len of type %s", item.Type())
}

// printed is what print makes of the arguments.
func printed(args []any) string {
	for i, arg := range args {
		args[i] = printable(reflect.ValueOf(arg))
	}
	return fmt.Sprint(args...)
}

// htmlReplacer replaces what has a meaning in HTML.
func htmlReplacer() *strings.Replacer {
	return strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "'", "&#39;", "&", "&amp;", "<", "&lt;", ">", "&gt;")
}

// escapeJS replaces what has a meaning in a string of JavaScript, and what cannot be seen.
func escapeJS(text string) string {
	var out strings.Builder
	for rest := text; rest != ""; {
		c, size := utf8.DecodeRuneInString(rest)
		switch {
		case strings.ContainsRune(`\'"`, c):
			out.WriteString(`\` + string(c))
		case strings.ContainsRune("<>&=", c), c < ' ', c >= utf8.RuneSelf && !unicode.IsPrint(c):
			fmt.Fprintf(&out, `\u%04X`, c)
		default:
			out.WriteString(rest[:size]) // as it is, bad UTF-8 too
		}
		rest = rest[size:]
	}
	return out.String()
}
