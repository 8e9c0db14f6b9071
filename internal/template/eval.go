package template

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"text/template/parse"
)

// pipeline gives what its last command gives, and sets the variables it declares.
func (r *run) pipeline(dot reflect.Value, pipe *parse.PipeNode) reflect.Value {
	if pipe == nil {
		return reflect.Value{}
	}
	r.node = pipe
	var last *reflect.Value
	for _, command := range pipe.Cmds {
		value := inside(r.command(dot, command, last))
		last = &value // the last argument of the next
	}
	for _, of := range pipe.Decl {
		if pipe.IsAssign {
			r.assign(of.Ident[0], *last)
		} else {
			r.vars = append(r.vars, variable{of.Ident[0], *last})
		}
	}
	return *last
}

// assign sets the innermost variable of that name. The parser has seen that there is one.
func (r *run) assign(name string, value reflect.Value) { r.variable(name).value = value }

func (r *run) variable(name string) *variable {
	for i := len(r.vars) - 1; i >= 0; i-- {
		if r.vars[i].name == name {
			return &r.vars[i]
		}
	}
	r.fail("undefined variable: %s", name)
	return nil
}

// command evaluates a value, field or function with its arguments; last comes through the pipe, or is nil.
func (r *run) command(dot reflect.Value, command *parse.CommandNode, last *reflect.Value) reflect.Value {
	args := command.Args
	first := args[0]
	switch n := first.(type) {
	case *parse.IdentifierNode:
		r.node = n
		return r.call(dot, reflect.ValueOf(r.funcs[n.Ident]), command, n.Ident, args, last)
	case *parse.FieldNode, *parse.ChainNode, *parse.VariableNode:
		return r.operand(dot, n, args, last)
	case *parse.PipeNode:
		r.takesNone(args, last)
		return r.pipeline(dot, n)
	}
	r.node = first
	r.takesNone(args, last)
	switch first.(type) {
	case *parse.DotNode:
		return dot
	case *parse.NilNode:
		r.fail("nil is not a command")
	}
	return r.constant(first)
}

func (r *run) takesNone(args []parse.Node, last *reflect.Value) {
	if len(args) > 1 || last != nil {
		r.fail("can't give argument to non-function %s", args[0])
	}
}

// operand evaluates what may be called: a function, or fields of something.
func (r *run) operand(dot reflect.Value, node parse.Node, args []parse.Node, last *reflect.Value) reflect.Value {
	r.node = node
	switch n := node.(type) {
	case *parse.IdentifierNode:
		return r.call(dot, reflect.ValueOf(r.funcs[n.Ident]), n, n.Ident, args, last)
	case *parse.FieldNode:
		return r.fields(dot, dot, n, n.Ident, args, last)
	case *parse.VariableNode:
		value := r.variable(n.Ident[0]).value
		if len(n.Ident) == 1 {
			r.takesNone(args, last)
			return value
		}
		return r.fields(dot, value, n, n.Ident[1:], args, last)
	case *parse.ChainNode:
		return r.fields(dot, r.argument(dot, nil, n.Node), n, n.Field, args, last)
	}
	return reflect.Value{}
}

// fields goes down from one field to the next. The last may be a method of a number, and gets the arguments.
func (r *run) fields(dot, value reflect.Value, node parse.Node, names []string, args []parse.Node, last *reflect.Value) reflect.Value {
	end := len(names) - 1
	for _, name := range names[:end] {
		value = r.field(dot, value, node, name, nil, nil)
	}
	return r.field(dot, value, node, names[end], args, last)
}

func (r *run) field(dot, value reflect.Value, node parse.Node, name string, args []parse.Node, last *reflect.Value) reflect.Value {
	if !value.IsValid() {
		return value
	}
	of := value.Type()
	value, isNil := indirect(value)
	if isNil {
		r.fail("nil pointer evaluating %s.%s", of, name)
	}
	if method := numberMethod(value, name); method != nil {
		return r.call(dot, reflect.ValueOf(method), node, name, args, last)
	}
	given := len(args) > 1 || last != nil
	switch {
	case value.Kind() == reflect.Struct:
		field, ok := value.Type().FieldByName(name)
		switch {
		case ok && !field.IsExported():
			r.fail("%s is an unexported field of struct type %s", name, of)
		case ok && given:
			r.fail("%s has arguments but cannot be invoked as function", name)
		case ok:
			return value.FieldByIndex(field.Index)
		}
	case value.Kind() == reflect.Map && reflect.TypeFor[string]().AssignableTo(value.Type().Key()):
		if given {
			r.fail("%s is not a method but has arguments", name)
		}
		return entry(value, reflect.ValueOf(name))
	}
	r.fail("can't evaluate field %s in type %s", name, of)
	return value
}

// entry is what a map holds for a key, the zero value where it holds none.
func entry(m, key reflect.Value) reflect.Value {
	if item := m.MapIndex(key); item.IsValid() {
		return item
	}
	return reflect.Zero(m.Type().Elem())
}

// numberMethod finds a method of a json.Number, nil for everything else.
func numberMethod(value reflect.Value, name string) any {
	if value.Type() != reflect.TypeFor[json.Number]() {
		return nil
	}
	number := json.Number(value.String())
	switch name {
	case "Float64":
		return number.Float64
	case "Int64":
		return number.Int64
	case "String":
		return number.String
	}
	return nil
}

// call evaluates the arguments and calls a function. The first of args is the function itself.
func (r *run) call(dot, function reflect.Value, node parse.Node, name string, args []parse.Node, last *reflect.Value) reflect.Value {
	args = args[min(1, len(args)):]
	count := len(args)
	if last != nil {
		count++
	}
	signature := function.Type()
	switch most := signature.NumIn(); {
	case signature.IsVariadic() && count < most-1:
		r.fail("wrong number of args for %s: want at least %d got %d", name, most-1, len(args))
	case !signature.IsVariadic() && count != most:
		r.fail("wrong number of args for %s: want %d got %d", name, most, count)
	}
	if name == "and" || name == "or" {
		return r.shortCircuit(dot, name, args, last)
	}
	values := make([]reflect.Value, 0, count)
	for i, arg := range args {
		values = append(values, r.argument(dot, parameter(signature, i), arg))
	}
	if last != nil {
		values = append(values, r.fit(*last, parameter(signature, len(args))))
	}
	result, err := safely(function, values)
	if err != nil {
		r.node = node
		r.fail("error calling %s: %w", name, err)
	}
	return unboxed(result)
}

// shortCircuit gives the first argument that decides an and or an or, and evaluates no further.
func (r *run) shortCircuit(dot reflect.Value, name string, args []parse.Node, last *reflect.Value) (value reflect.Value) {
	for _, arg := range args {
		value = unboxed(r.argument(dot, boxType(), arg))
		if truth(value) == (name == "or") {
			return value
		}
	}
	if last != nil {
		return *last
	}
	return value
}

// parameter is the type of a function's parameter; the last repeats where it takes any number.
func parameter(signature reflect.Type, i int) reflect.Type {
	if last := signature.NumIn() - 1; signature.IsVariadic() && i >= last {
		return signature.In(last).Elem()
	}
	return signature.In(i)
}

// safely calls a function, and gives a panic of it as an error.
func safely(function reflect.Value, args []reflect.Value) (value reflect.Value, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("%v", caught)
		}
	}()
	results := function.Call(args)
	if len(results) == 2 && !results[1].IsNil() {
		return results[0], results[1].Interface().(error)
	}
	return results[0], nil
}

// argument evaluates a node to a value that fits the type of a parameter.
func (r *run) argument(dot reflect.Value, want reflect.Type, node parse.Node) reflect.Value {
	r.node = node
	switch n := node.(type) {
	case *parse.DotNode:
		return r.fit(dot, want)
	case *parse.NilNode:
		if !holdsNil(want) {
			r.fail("cannot assign nil to %s", want)
		}
		return reflect.Zero(want)
	case *parse.PipeNode:
		return r.fit(r.pipeline(dot, n), want)
	case *parse.FieldNode, *parse.VariableNode, *parse.IdentifierNode, *parse.ChainNode:
		return r.fit(r.operand(dot, n, nil, nil), want)
	}
	_, isText := node.(*parse.StringNode)
	switch {
	case want.Kind() == reflect.String && !isText:
		r.fail("expected string; found %s", node)
	case want.Kind() == reflect.Slice:
		r.fail("can't handle %s for arg of type %s", node, want)
	}
	return r.fit(r.constant(node), want)
}

// fit checks that a value may stand for a parameter, of any type if want is nil.
func (r *run) fit(value reflect.Value, want reflect.Type) reflect.Value {
	switch {
	case want == nil:
		return value
	case want == boxType():
		return reflect.ValueOf(value)
	case !value.IsValid() && holdsNil(want):
		return reflect.Zero(want)
	case !value.IsValid():
		r.fail("invalid value; expected %s", want)
	}
	if held := inside(value); !value.Type().AssignableTo(want) && held.IsValid() {
		value = held
	}
	if !value.Type().AssignableTo(want) {
		r.fail("wrong type for value; expected %s; got %s", want, value.Type())
	}
	return value
}

// constant is what a literal says. A number's form decides its type.
func (r *run) constant(node parse.Node) reflect.Value {
	r.node = node
	switch n := node.(type) {
	case *parse.BoolNode:
		return reflect.ValueOf(n.True)
	case *parse.StringNode:
		return reflect.ValueOf(n.Text)
	case *parse.NumberNode:
		hex := strings.HasPrefix(strings.ToLower(n.Text), "0x") && !strings.ContainsAny(n.Text, "pP")
		switch {
		case n.IsComplex:
			return reflect.ValueOf(n.Complex128)
		case n.IsFloat && !hex && n.Text[0] != '\'' && strings.ContainsAny(n.Text, ".eEpP"):
			return reflect.ValueOf(n.Float64)
		case n.IsInt && int64(int(n.Int64)) == n.Int64:
			return reflect.ValueOf(int(n.Int64))
		}
		r.fail("%s overflows int", n.Text)
	}
	r.fail("can't evaluate command %q", node)
	return reflect.Value{}
}
