package template

import (
	"cmp"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"text/template/parse"
)

// flow says where a run goes on after a node.
type flow int

const (
	onward     flow = iota
	nextItem        // of the innermost range
	afterRange      // the innermost
)

// walk does what a node says, and writes what it gives.
func (r *run) walk(dot reflect.Value, node parse.Node) flow {
	r.node = node
	switch node := node.(type) {
	case *parse.ActionNode:
		if value := r.pipeline(dot, node.Pipe); len(node.Pipe.Decl) == 0 {
			r.print(node, value)
		}
	case *parse.TextNode:
		_, err := r.out.Write(node.Text)
		r.written(err)
	case *parse.ListNode:
		for _, node := range node.Nodes {
			if to := r.walk(dot, node); to != onward {
				return to
			}
		}
	case *parse.IfNode:
		return r.branch(dot, &node.BranchNode)
	case *parse.WithNode:
		return r.branch(dot, &node.BranchNode)
	case *parse.RangeNode:
		return r.loop(dot, node)
	case *parse.TemplateNode:
		r.include(dot, node)
	case *parse.BreakNode:
		return afterRange
	case *parse.ContinueNode:
		return nextItem
	}
	return onward
}

// branch walks an if or a with, which differ in the dot alone.
func (r *run) branch(dot reflect.Value, b *parse.BranchNode) flow {
	mark := len(r.vars)
	defer func() { r.vars = r.vars[:mark] }()
	value := r.pipeline(dot, b.Pipe)
	switch {
	case truth(value) && b.NodeType == parse.NodeWith:
		return r.walk(value, b.List)
	case truth(value):
		return r.walk(dot, b.List)
	case b.ElseList != nil:
		return r.walk(dot, b.ElseList)
	}
	return onward
}

// loop walks a range.
func (r *run) loop(dot reflect.Value, n *parse.RangeNode) flow {
	outer := len(r.vars)
	defer func() { r.vars = r.vars[:outer] }()
	value, _ := indirect(r.pipeline(dot, n.Pipe))
	if number(value) && len(n.Pipe.Decl) > 1 {
		r.fail("can't use %v to iterate over more than one variable", value)
	}
	items, ok := itemsOf(value)
	if !ok {
		r.fail("range can't iterate over %v", value)
	}
	mark, empty := len(r.vars), true
	for index, item := range items {
		empty = false
		r.declare(n.Pipe, index, item)
		to := r.walk(item, n.List)
		r.vars = r.vars[:mark]
		if to == afterRange {
			return onward
		}
	}
	if empty && n.ElseList != nil {
		return r.walk(dot, n.ElseList)
	}
	return onward
}

// declare gives the variables of a range, one or two, what they hold for an item.
func (r *run) declare(pipe *parse.PipeNode, index, item reflect.Value) {
	values := []reflect.Value{index, item}
	if len(pipe.Decl) < 2 {
		values = values[1:]
	}
	for i, variable := range pipe.Decl {
		if pipe.IsAssign {
			r.assign(variable.Ident[0], values[i])
		} else {
			r.vars[len(r.vars)-len(pipe.Decl)+i].value = values[i]
		}
	}
}

// itemsOf goes through a list, through a map in the order of its keys, or up to a whole number.
func itemsOf(value reflect.Value) (iter.Seq2[reflect.Value, reflect.Value], bool) {
	switch {
	case !value.IsValid(), value.Kind() == reflect.Slice, value.Kind() == reflect.Array:
		return func(yield func(index, item reflect.Value) bool) {
			for i := 0; value.IsValid() && i < value.Len(); i++ {
				if !yield(reflect.ValueOf(i), value.Index(i)) {
					return
				}
			}
		}, true
	case value.Kind() == reflect.Map && value.Type().Key().Kind() == reflect.String:
		return func(yield func(key, item reflect.Value) bool) {
			keys := value.MapKeys()
			slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.String(), b.String()) })
			for _, key := range keys {
				if !yield(key, value.MapIndex(key)) {
					return
				}
			}
		}, true
	case number(value):
		limit := value.Convert(reflect.TypeFor[int]()).Int()
		return func(yield func(none, item reflect.Value) bool) {
			for i := range limit {
				if !yield(reflect.Value{}, reflect.ValueOf(i).Convert(value.Type())) {
					return
				}
			}
		}, true
	}
	return nil, false
}

// number tells a whole number.
func number(value reflect.Value) bool {
	return kindOf(value) == wholeKind || kindOf(value) == unsignedKind
}

// include walks another template, which sees none of this one's variables.
func (r *run) include(dot reflect.Value, n *parse.TemplateNode) {
	tree := r.trees[n.Name]
	if tree == nil {
		r.fail("template %q not defined", n.Name)
	}
	if r.depth == maxDepth {
		r.fail("exceeded maximum template depth (%v)", maxDepth)
	}
	given := r.pipeline(dot, n.Pipe)
	inner := &run{Template: r.Template, tree: tree, out: r.out, vars: []variable{{"$", given}}, depth: r.depth + 1}
	inner.walk(given, tree.Root)
}

// print writes a value as fmt does, escaped if that is asked for.
func (r *run) print(n *parse.ActionNode, value reflect.Value) {
	r.node = n
	text := printable(value)
	if escape := r.escapes[n]; escape != nil {
		text = escape(fmt.Sprint(text))
	}
	_, err := fmt.Fprint(r.out, text)
	r.written(err)
}

// written ends the run where the writer takes no more.
func (r *run) written(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// printable is the value for fmt to write.
func printable(value reflect.Value) any {
	if value.Kind() == reflect.Pointer {
		value, _ = indirect(value)
	}
	if !value.IsValid() {
		return "<no value>"
	}
	return value.Interface()
}
