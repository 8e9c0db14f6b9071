package template

import (
	"errors"
	"fmt"
	"reflect"
)

func incomparable() error { return errors.New("invalid type for comparison") }

func incompatible(a, b reflect.Value) error {
	return fmt.Errorf("incompatible types for comparison: %v and %v", a.Type(), b.Type())
}

// equal tells whether a value equals one of the others.
func equal(a reflect.Value, others ...reflect.Value) (bool, error) {
	if len(others) == 0 {
		return false, errors.New("missing argument for comparison")
	}
	a = inside(a)
	for _, b := range others {
		if same, err := equalTwo(a, inside(b)); same || err != nil {
			return same, err
		}
	}
	return false, nil
}

func equalTwo(a, b reflect.Value) (bool, error) {
	of, other := kindOf(a), kindOf(b)
	switch {
	case of == wholeKind && other == unsignedKind:
		return a.Int() >= 0 && uint64(a.Int()) == b.Uint(), nil
	case of == unsignedKind && other == wholeKind:
		return equalTwo(b, a)
	case of != other && a.IsValid() && b.IsValid():
		return false, incompatible(a, b)
	case of != other:
		return false, nil
	}
	switch of {
	case boolKind:
		return a.Bool() == b.Bool(), nil
	case wholeKind:
		return a.Int() == b.Int(), nil
	case unsignedKind:
		return a.Uint() == b.Uint(), nil
	case floatKind:
		return a.Float() == b.Float(), nil
	case complexKind:
		return a.Complex() == b.Complex(), nil
	case textKind:
		return a.String() == b.String(), nil
	}
	return equalOthers(a, b)
}

// equalOthers compares lists, objects and nil: a list or object equals nothing but a nil one.
func equalOthers(a, b reflect.Value) (bool, error) {
	switch {
	case a.IsValid() && b.IsValid() && a.Kind() != b.Kind():
		return false, fmt.Errorf("non-comparable types %s: %v, %s: %v", a, a.Type(), b.Type(), b)
	case isNil(a) || isNil(b):
		return isNil(a) == isNil(b), nil
	case !b.Type().Comparable():
		return false, fmt.Errorf("non-comparable type %s: %v", b, b.Type())
	}
	return a.Interface() == b.Interface(), nil
}

func isNil(value reflect.Value) bool {
	return !value.IsValid() || holdsNil(value.Type()) && value.IsNil()
}

func unequal(a, b reflect.Value) (bool, error) {
	same, err := equal(a, b)
	return !same, err
}

func less(a, b reflect.Value) (bool, error) {
	a, b = inside(a), inside(b)
	of, other := kindOf(a), kindOf(b)
	switch {
	case of == noKind || other == noKind:
		return false, incomparable()
	case of == wholeKind && other == unsignedKind:
		return a.Int() < 0 || uint64(a.Int()) < b.Uint(), nil
	case of == unsignedKind && other == wholeKind:
		return b.Int() >= 0 && a.Uint() < uint64(b.Int()), nil
	case of != other:
		return false, incompatible(a, b)
	}
	switch of {
	case wholeKind:
		return a.Int() < b.Int(), nil
	case unsignedKind:
		return a.Uint() < b.Uint(), nil
	case floatKind:
		return a.Float() < b.Float(), nil
	case textKind:
		return a.String() < b.String(), nil
	}
	return false, incomparable()
}

func lessOrEqual(a, b reflect.Value) (bool, error) {
	if is, err := less(a, b); is || err != nil {
		return is, err
	}
	return equal(a, b)
}

func greater(a, b reflect.Value) (bool, error) {
	is, err := lessOrEqual(a, b)
	return !is && err == nil, err
}

func greaterOrEqual(a, b reflect.Value) (bool, error) {
	is, err := less(a, b)
	return !is && err == nil, err
}
