package template

import "reflect"

// indirect goes through pointers and interfaces to what they hold. It stops at one that is nil.
func indirect(value reflect.Value) (held reflect.Value, isNil bool) {
	for value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface {
		if value.IsNil() {
			return value, true
		}
		value = value.Elem()
	}
	return value, false
}

// inside is what an interface holds, no value for nil; another value is itself.
func inside(value reflect.Value) reflect.Value {
	if value.Kind() == reflect.Interface {
		return value.Elem()
	}
	return value
}

// truth tells whether a value is not the zero of its kind, nor empty. A struct never is.
func truth(value reflect.Value) bool {
	switch value = inside(value); value.Kind() {
	case reflect.Invalid:
		return false
	case reflect.Struct:
		return true
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return value.Len() > 0
	}
	return !value.IsZero()
}

// boxType is the type of a parameter that takes a value as it is, nil and no value too.
func boxType() reflect.Type { return reflect.TypeFor[reflect.Value]() }

// unboxed is the value that a reflect.Value holds as such; another value is itself.
func unboxed(value reflect.Value) reflect.Value {
	if value.Type() == boxType() {
		return value.Interface().(reflect.Value)
	}
	return value
}

func holdsNil(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
		return true
	}
	return t == boxType()
}

// kind is what values have in common that can be compared.
type kind int

const (
	noKind kind = iota
	boolKind
	wholeKind
	unsignedKind
	floatKind
	complexKind
	textKind
)

func kindOf(value reflect.Value) kind {
	switch {
	case !value.IsValid():
		return noKind
	case value.CanInt():
		return wholeKind
	case value.CanUint():
		return unsignedKind
	case value.CanFloat():
		return floatKind
	case value.CanComplex():
		return complexKind
	}
	switch value.Kind() {
	case reflect.Bool:
		return boolKind
	case reflect.String:
		return textKind
	}
	return noKind
}
