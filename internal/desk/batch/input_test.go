package batch_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/problem"
)

// read is an input as its lines have it: number, names and values, or what is wrong.
func read(text string) (lines []string, err error) {
	in, err := batch.Parse([]byte(text), "in")
	for _, line := range in.Lines {
		if !json.Valid(line.Input) {
			return nil, fmt.Errorf("line %d is not JSON: %s", line.N, line.Input)
		}
		got := fmt.Sprintf("%d %s", line.N, line.Input)
		for _, cell := range line.Cells {
			got += " " + cell.Name + "=" + cell.Text
		}
		if line.Err != nil {
			got += " ! " + line.Err.Error()
		}
		lines = append(lines, got)
	}
	return lines, err
}

func TestLinesAreRead(t *testing.T) {
	tests := map[string]struct {
		text string
		want []string
	}{
		"csv":        {"from,to\nLIS,MAD\n", []string{`2 {"from":"LIS","to":"MAD"} from=LIS to=MAD`}},
		"semicolons": {"from;to;price\r\nLIS;MAD;1,5\r\n", []string{`2 {"from":"LIS","to":"MAD","price":"1,5"} from=LIS to=MAD price=1,5`}},
		"tabs":       {"from\tto\nLIS\tMAD", []string{`2 {"from":"LIS","to":"MAD"} from=LIS to=MAD`}},
		"a mark":     {"\ufefffrom,to\nLIS,MAD\n", []string{`2 {"from":"LIS","to":"MAD"} from=LIS to=MAD`}},
		"not given":  {"from,to\nLIS, \n", []string{`2 {"from":"LIS","to":" "} from=LIS`}},
		"empty lines": {"\n\nfrom,to\n\nLIS,MAD\n   \nLIS,LHR\n",
			[]string{`5 {"from":"LIS","to":"MAD"} from=LIS to=MAD`, `7 {"from":"LIS","to":"LHR"} from=LIS to=LHR`}},
		"a break in a cell": {"from,to\n\"New\nYork\",MAD\nLIS,LHR\n",
			[]string{"2 {\"from\":\"New\\nYork\",\"to\":\"MAD\"} from=New\nYork to=MAD", `4 {"from":"LIS","to":"LHR"} from=LIS to=LHR`}},
		"a cell too few": {"from,to\nLIS\nLIS,MAD,BCN\n",
			[]string{`2 ["LIS"] ! the line has 1 cell, the header 2`, `3 ["LIS","MAD","BCN"] ! the line has 3 cells, the header 2`}},
		"objects": {"{\"from\":\"LIS\",\"adults\":2,\"nonstop\":true,\"stops\":[0,1],\"to\":null}\n\n{\"from\": \" Rome \"}",
			[]string{`1 {"from":"LIS","adults":2,"nonstop":true,"stops":[0,1],"to":null} from=LIS adults=2 nonstop=true stops=0,1`, `3 {"from": " Rome "} from=Rome`}},
		"digits stay": {`{"max-price":1234567890123456789.10}`, []string{`1 {"max-price":1234567890123456789.10} max-price=1234567890123456789.10`}},
		"not objects": {"{\"from\":1}\n[1]\n{\"from\":\n{\"a\":{}}\n{\"a\":1,\"A\":2}", []string{
			`1 {"from":1} from=1`, `2 "[1]" ! the line is not a JSON object`, `3 "{\"from\":" ! the line is not a JSON object`,
			`4 {"a":{}} ! a is an object; give a text, a number, true or false, or a list of them`,
			`5 {"a":1,"A":2} ! A is given twice`,
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := read(tt.text)
			if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestAFileThatIsWrongIsRefusedByItsLine(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"empty":    {" \n", "--batch in: it is empty"},
		"no line":  {"from,to\n\n", "--batch in: it has a header and no line"},
		"latin-1":  {"from,to\nLIS,MAD\nM\xfcnchen,LIS\n", "--batch in, line 3: it is not UTF-8"},
		"an array": {"[{}]", "--batch in: it is a JSON array"},
		"quotes":   {"from,to\nLIS,MAD\n\"LIS\"x,MAD\n", "--batch in, line 3: it is not CSV: extraneous or missing \" in quoted-field"},
	}
	for name, tt := range tests {
		_, err := batch.Parse([]byte(tt.text), "in")
		if wrong, ok := errors.AsType[problem.Error](err); !ok || wrong.Error() != tt.want {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}

// Whatever stands in a file, each line has its number, in order, and comes back as JSON.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"from,to\nLIS,MAD\n", "{\"from\":\"LIS\"}\n", "a;b\n\"\n", "\ufeff{}", "{\"a\":[1,null]}\n[\n", "a\n\"b\nc\"\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		in, err := batch.Parse(text, "in")
		if err != nil {
			return
		}
		last := 0
		for _, line := range in.Lines {
			if line.N <= last || !json.Valid(line.Input) || line.Err != nil && len(line.Cells) > 0 {
				t.Fatalf("line %d after %d: %s, %v, %v", line.N, last, line.Input, line.Cells, line.Err)
			}
			last = line.N
		}
	})
}
