// Package template runs templates in the language of text/template without calling a method by a name
// that is known only at run time: a program that does keeps every exported method of every type it
// holds, 3.3 MB of this one. The syntax is text/template/parse's own; the rules of evaluation and the
// words of mistakes follow text/template, which the tests hold it to.
//
// Data is what encoding/json makes with UseNumber, and structs of plain fields. No methods are called,
// except those of a json.Number.
package template

import (
	"fmt"
	"io"
	"maps"
	"reflect"
	"text/template/parse"
)

// Template is a set of named templates that may call one another. Once parsed it never changes, and
// may be run by many at a time.
type Template struct {
	trees   map[string]*parse.Tree
	funcs   map[string]any
	escapes map[*parse.ActionNode]func(string) string
}

// New makes an empty set, whose templates may call functions beside those of text/template. A function
// takes strings, lists of any, values of any type or reflect.Values; it gives a value, and an error
// if it likes.
func New(funcs map[string]any) *Template {
	t := &Template{
		trees: map[string]*parse.Tree{}, funcs: builtins(), escapes: map[*parse.ActionNode]func(string) string{},
	}
	maps.Copy(t.funcs, funcs)
	return t
}

// Parse reads a text as the template of that name, with all that it defines.
func (t *Template) Parse(name, text string) error {
	_, err := parse.New(name).Parse(text, "", "", t.trees, t.funcs)
	return err
}

// Lookup finds what a template was parsed to, nil for none.
func (t *Template) Lookup(name string) *parse.Tree { return t.trees[name] }

// Escape has what an action prints go through a function first.
func (t *Template) Escape(at *parse.ActionNode, escape func(string) string) { t.escapes[at] = escape }

// Execute writes what the template of that name makes of the data. When it fails, a part may be
// written already; an error of the writer is returned as it is.
func (t *Template) Execute(w io.Writer, name string, data any) (err error) {
	tree := t.trees[name]
	if tree == nil {
		return fmt.Errorf("template: no template %q", name)
	}
	defer func() {
		switch caught := recover().(type) {
		case nil:
		case failure:
			err = caught.error
		default:
			panic(caught)
		}
	}()
	dot := reflect.ValueOf(data)
	r := &run{Template: t, tree: tree, out: w, vars: []variable{{"$", dot}}}
	r.walk(dot, tree.Root)
	return nil
}

// run is one template at work.
type run struct {
	*Template
	tree  *parse.Tree
	out   io.Writer
	node  parse.Node // where it is, for mistakes
	vars  []variable // the innermost last
	depth int        // of templates that called one another
}

type variable struct {
	name  string
	value reflect.Value
}

// failure ends a run by a panic that Execute catches.
type failure struct{ error }

// fail ends the run with what is wrong at the node where it is.
func (r *run) fail(format string, args ...any) {
	location, context := r.tree.ErrorContext(r.node)
	panic(failure{fmt.Errorf("template: %s: executing %q at <%s>: %w", location, r.tree.Name, context, fmt.Errorf(format, args...))})
}

// maxDepth is how deep templates may call one another, as in text/template.
const maxDepth = 100_000
