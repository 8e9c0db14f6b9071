package apiclient

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// outcome is the visible result of a fault.
type outcome struct {
	Tries int           // connections that were opened
	Err   string        // see named
	Maybe bool          // MaybeCreated
	Took  time.Duration // on the virtual clock
}

// named identifies an error without its text.
func named(err error) string {
	if e, ok := errors.AsType[*WaitError](err); ok {
		return fmt.Sprintf("wait %d", e.Seconds())
	}
	if e, ok := errors.AsType[*ProblemError](err); ok {
		return fmt.Sprintf("problem %d %s", e.Status, e.Code)
	}
	if e, ok := errors.AsType[*ExchangeError](err); ok {
		return failed(e.Kind)
	}
	if err != nil {
		return err.Error()
	}
	return "ok"
}

func failed(k FailureKind) string { return fmt.Sprintf("failure %d", k) }
func refused(status int, code ErrorCode) string {
	return fmt.Sprintf("problem %d %s", status, code)
}

// faultRow is one fault of docs/threats.md. The columns are create, poll, read, link and feedback.
type faultRow struct {
	name  string
	serve func(*wire, int, net.Conn)
	want  [classes]outcome
}

// Every fault is retried as often as its row allows, never more, and ends in the error of its class. docs/threats.md
// lists the faults by number.
func TestFaultMatrix(t *testing.T) {
	rows := lostRows()
	rows = append(rows, unusableRows()...)
	rows = append(rows, refusedRows()...)
	rows = append(rows, brokenRows()...)
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var got [classes]outcome
			for c := range classes {
				synctest.Test(t, func(t *testing.T) { got[c] = meet(t, row, c) })
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("columns create, poll, read, link, feedback (-want +got):\n%s", diff)
			}
		})
	}
}

func meet(t *testing.T, row faultRow, c class) outcome {
	w := &wire{t: t}
	w.serve = func(n int, conn net.Conn) { row.serve(w, n, conn) }
	defer w.close()
	client, err := New(w.options())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	start := time.Now()
	err = operationOf(c)(ctx, client)
	return outcome{w.dials, named(err), MaybeCreated(err), time.Since(start)}
}
