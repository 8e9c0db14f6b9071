package desk

import (
	"cmp"
	"context"
	"reflect"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/search"
)

// An Operation is one operation of the contract as it stands, for a face that has its own lists: the
// request that its parameters say, and no other. Nothing is looked up by name, taken from a list, kept
// or made again. The package of its subject has it under its operationId.
type Operation struct {
	// Body is the model of the body that answers it.
	Body  reflect.Type
	check func(d *Desk, q *ask.Values) error // the rules that no single limit can hold; may be nil
	send  func(ctx context.Context, d *Desk, q *ask.Values, wait time.Duration) (Answer[any], error)
}

// Call checks the parameters and sends the request. A search that is still coming in is read until it
// settles, for as long as wait at most; 0 reads it once. Every mistake that can be known before is a
// usage error, and nothing is sent then. The value of the answer points to the model of its body, and
// that of a search that was made is a *search.Created. What was read of a search before a fault comes back with it.
func (o Operation) Call(ctx context.Context, d *Desk, q *ask.Values, wait time.Duration) (Answer[any], error) {
	if err := q.CheckWhole(); err != nil {
		return Answer[any]{}, err
	}
	if o.check != nil {
		if err := o.check(d, q); err != nil {
			return Answer[any]{}, err
		}
	}
	return o.send(ctx, d, q, wait)
}

// Once is an operation of one request. P are its parameters as the client has them, T is the model of
// its body.
func Once[P, T any](
	check func(d *Desk, q *ask.Values) error,
	send func(ctx context.Context, c *apiclient.Client, q *ask.Values, p *P) (*apiclient.Answer[T], error),
) Operation {
	return Operation{reflect.TypeFor[T](), check, func(ctx context.Context, d *Desk, q *ask.Values, _ time.Duration) (Answer[any], error) {
		call, err := NewCall[P](ctx, d, q, Locale{})
		if err != nil {
			return Answer[any]{}, err
		}
		answer, err := send(ctx, call.Client, q, &call.Params)
		if err != nil {
			return Answer[any]{}, err
		}
		said := Answer[any]{Value: answer.Value, Bodies: [][]byte{answer.Body}, Meta: MetaOf(q)}
		call.Locale.record(&said.Meta, q)
		return said, nil
	}}
}

// Again is an operation that reads a search, which may still be coming in. R points to the model of its
// body.
func Again[P, R any](
	check func(d *Desk, q *ask.Values) error,
	reader func(c *apiclient.Client, clock search.Clock, q *ask.Values, p P) search.Reader[R],
	look func(search.Snapshot[R]) Snapshot,
) Operation {
	return Operation{reflect.TypeFor[R]().Elem(), check, func(ctx context.Context, d *Desk, q *ask.Values, wait time.Duration) (Answer[any], error) {
		call, err := NewCall[P](ctx, d, q, Locale{})
		if err != nil {
			return Answer[any]{}, err
		}
		read := reader(call.Client, d.Clock(), q, call.Params)
		var s search.Snapshot[R]
		if wait > 0 {
			s, err = read.Settle(ctx, wait, func(s search.Snapshot[R]) { d.Report.Snapshot(look(s)) })
		} else {
			s, err = read.Read(ctx)
		}
		if s.Reads == 0 {
			return Answer[any]{}, err
		}
		seen := look(s)
		said := Answer[any]{Value: s.Results, Bodies: [][]byte{s.Body}, Rows: seen.Rows, Meta: MetaOf(q)}
		said.Meta.Take(s.Progress)
		call.Locale.Record(&said.Meta, seen.Currency, seen.Locale)
		said.Meta.Warn(CurrencyWarnings(seen.Priced, seen.Currency, "")...)
		said.Meta.Warn(s.Odd...)
		return said, err
	}}
}

// Makes is an operation that makes a search, which spends one. T is the model of its body.
func Makes[P, T any](
	check func(d *Desk, q *ask.Values) error,
	create func(ctx context.Context, c *apiclient.Client, clock search.Clock, p P) (search.Created, error),
) Operation {
	return Operation{reflect.TypeFor[T](), check, func(ctx context.Context, d *Desk, q *ask.Values, _ time.Duration) (Answer[any], error) {
		call, err := NewCall[P](ctx, d, q, Locale{})
		if err != nil {
			return Answer[any]{}, err
		}
		made, err := search.Spend(ctx, d.Purse, q.Op().ID, call.Params, func(ctx context.Context) (search.Created, error) {
			return create(ctx, call.Client, d.Clock(), call.Params)
		})
		if err != nil {
			return Answer[any]{}, err
		}
		call.Locale.Take(made.SiteCode)
		said := Answer[any]{Value: &made, Bodies: [][]byte{made.Body}, Meta: MetaOf(q)}
		call.Locale.record(&said.Meta, q)
		return said, nil
	}}
}

// Unsigned is an operation without parameters that needs no login.
func Unsigned[T any](send func(ctx context.Context, c *apiclient.Client) (*apiclient.Answer[T], error)) Operation {
	return Operation{reflect.TypeFor[T](), nil, func(ctx context.Context, d *Desk, q *ask.Values, _ time.Duration) (Answer[any], error) {
		client, err := d.Deployment.Anonymous()
		if err != nil {
			return Answer[any]{}, err
		}
		answer, err := send(ctx, client)
		if err != nil {
			return Answer[any]{}, err
		}
		return Answer[any]{Value: answer.Value, Bodies: [][]byte{answer.Body}, Meta: MetaOf(q)}, nil
	}}
}

// record writes into the meta what of the locale the operation takes.
func (l Locale) record(m *Meta, q *ask.Values) {
	if q.Takes("currency") {
		m.Currency, m.CurrencySource = cmp.Or(l.Currency.Value, ServiceCurrency), cmp.Or(l.Currency.Source, FromDefault)
	}
	if q.Takes("locale") {
		m.Locale, m.LocaleSource = cmp.Or(l.Language.Value, ServiceLocale), cmp.Or(l.Language.Source, FromDefault)
	}
	if q.Takes("siteCode") {
		m.SiteCode, m.SiteCodeSource = l.Site.Value, l.Site.Source
	}
}
