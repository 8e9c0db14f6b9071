package template

import "regexp"

// long tells a number that is long to range over.
var long = regexp.MustCompile(`[0-9_]{5}|[0-9][eE]|[xX][0-9a-fA-F]{4}|0[bBoO]`)

// templates are one a line: the examples of text/template's documentation, and every construct.
const templates = `
plain text
{{/* a comment */}}a{{- /* trimmed */ -}}  b
{{"\"output\""}} {{` + "`\"output\"`" + `}} {{printf "%q" "output"}} {{"output" | printf "%q"}} {{printf "%q" (print "out" "put")}}
{{"put" | printf "%s%s" "out" | printf "%q"}} {{"output" | printf "%s" | printf "%q"}} {{with "output"}}{{printf "%q" .}}{{end}}
{{with $x := "output" | printf "%q"}}{{$x}}{{end}} {{with $x := "output"}}{{printf "%q" $x}}{{end}} {{with $x := "output"}}{{$x | printf "%q"}}{{end}}
{{define "T1"}}ONE{{end}} {{define "T2"}}TWO{{end}} {{define "T3"}}{{template "T1"}} {{template "T2"}}{{end}} {{template "T3"}}
{{23 -}} < {{- 45}}
{{$x := 1}}{{$x}}{{$x = 2}}{{$x}}{{if true}}{{$x = 3}}{{$y := 4}}{{$y}}{{end}}{{$x}}
{{range $i, $e := .words}}{{$i}}={{$e}} {{end}}{{range $e := .words}}{{$e}}{{end}}{{range .words}}{{.}}{{end}}
{{range $k, $v := .m}}{{$k}}={{$v}} {{end}}{{range $v := .m}}{{$v}}{{end}}{{range .m}}{{.}};{{end}}
{{range .none}}x{{else}}empty{{end}}{{range .bare}}x{{else}}bare{{end}}{{range .nil}}x{{else}}nil{{end}}{{range .missing}}x{{else}}missing{{end}}
{{range 5}}{{.}}{{end}}{{range $i := 3}}{{$i}}{{end}}{{range 0}}x{{else}}zero{{end}}{{range -1}}x{{else}}negative{{end}}{{range len .words}}{{.}}{{end}}
{{range $i, $v := 3}}{{$i}}{{end}}
{{range .n}}x{{end}}
{{range .s}}x{{end}}
{{range true}}x{{end}}
{{range 1.5}}x{{end}}
{{range index .s 0}}.{{end}}
{{range .words}}{{if eq . "b"}}{{continue}}{{end}}{{.}}{{end}} {{range .words}}{{if eq . "b"}}{{break}}{{end}}{{.}}{{end}}
{{range .words}}{{range $.words}}{{if eq . "b"}}{{break}}{{end}}{{.}}{{end}}{{with "x"}}{{if true}}{{continue}}{{end}}{{end}}never{{end}}
{{$i := 0}}{{$v := 0}}{{range $i, $v = .words}}{{$i}}{{$v}}{{end}}{{$i}}{{$v}} {{range $v = .words}}{{$v}}{{end}}{{$v}}
{{range $i, $v := .words}}{{$x := $i}}{{if $i}}{{continue}}{{end}}{{$x}}{{end}}{{range .words}}{{$y := .}}{{$y}}{{break}}{{end}}
{{break}}
{{continue}}
{{if .nil}}a{{else if .f}}b{{else if .t}}c{{else}}d{{end}} {{if .empty}}a{{else}}b{{end}}
{{with .nil}}a{{else with .m}}{{.b}}{{else}}d{{end}} {{with .missing}}a{{else}}{{.whole}}{{end}}
{{with $x := .m}}{{$x.b}}{{$.whole}}{{end}} {{with .m.a.deep}}{{.er}}{{end}}
{{block "b" .m}}{{.b}}{{end}} {{template "b" .m}} {{define "c"}}{{$}}{{.}}{{end}}{{template "c"}}{{template "c" .nil}}{{template "c" 1}}
{{define "r"}}{{if .}}{{len .}}{{template "r" (slice . 1)}}{{end}}{{end}}{{template "r" .words}}
{{template "none"}}
{{define "d"}}1{{end}}{{define "d"}}2{{end}}
{{define "v"}}{{$x}}{{end}}{{$x := 1}}
{{.}}
{{.m}}{{.list}}{{.trips}}
{{range .trips}}{{.id}} {{.price.total}} {{range .legs}}{{.from}}-{{end}}{{end}}
{{range .trips}}{{with .price}}{{.total}}{{else}}no price{{end}}{{end}}
{{.missing}} {{.nil}} {{.m.c}} {{print .missing .nil}} {{printf "%v %s %d" .nil .missing .n}}
{{.missing.deeper}}
{{.nil.deeper}}
{{.m.a.deep.er}} {{.m.a.none}} {{(.m.a).deep.er}} {{(index .list 3).k}} {{(index .trips 0).price.total}}
{{.s.x}}
{{.n.x}}
{{.list.x}}
{{.t.x}}
{{.m.b 1}}
{{1 | .m.b}}
{{.whole.Int64}} {{.n.Float64}} {{.n.String}} {{gt .n.Float64 400.0}} {{lt .whole.Int64 43}} {{printf "%.1f" .n.Float64}} {{.Float64}}
{{.n.Int64}}
{{.huge.Float64}}
{{.n.Float64 1}}
{{1 | .n.Float64}}
{{$x := .n}}{{$x.Float64}} {{(.n).Float64}} {{range .list}}{{end}}{{with .n}}{{.Float64}}{{end}}
{{eq .whole "42"}} {{eq .n "412.50"}} {{eq .s "x" "y"}} {{eq .t true}} {{eq 1 1.0}}
{{eq .whole 42}}
{{eq .nil nil}} {{eq .missing .nil}} {{ne .m nil}} {{eq .m .nil}}
{{eq .m .m}}
{{eq .list .m}}
{{eq}}
{{eq 1}}
{{eq 1 2 3 1}} {{ne 1 2}}
{{ne 1 2 3}}
{{lt 1 2}} {{le 2 2}} {{gt 2 1}} {{ge 1 2}} {{lt "a" "b"}} {{lt 1.5 2.5}} {{lt (index .s 0) 200}} {{gt (index .s 0) 1}} {{eq (index .s 0) 97}}
{{lt true false}}
{{lt 1i 2i}}
{{lt 1 "a"}}
{{lt .nil 1}}
{{and}}
{{and .t .s}} {{and .f (index .nil 1)}} {{or .t (index .nil 1)}} {{or .f .empty .s}} {{.s | and .t}} {{.s | or .f}} {{and 1 nil}} {{or nil 1}}
{{and .t (index .nil 1)}}
{{not .nil}} {{not 1}} {{not}}
{{not 1 2}}
{{index .m "b"}} {{index .m "none"}} {{index .list 3 "k"}} {{index .list 4 1}} {{index .s 2}} {{index .m}}
{{index .list 99}}
{{index .list -1}}
{{index .list 5}}
{{index .list "a"}}
{{index .list nil}}
{{index .list .whole}}
{{index .m 1}}
{{index .m nil}}
{{index .m .s}}
{{index .nil 1}}
{{index .list 2 1}}
{{index .n 0}}
{{index .t 0}}
{{index nil 0}}
{{slice .s 1 3}} {{slice .s}} {{slice .words 1}} {{slice .words 0 2}} {{slice .words 0 1 2}} {{slice .words}}
{{slice .s 2 1}}
{{slice .s 0 999}}
{{slice .s 0 1 2}}
{{slice .words 1 2 1}}
{{slice .words 0 1 2 3}}
{{slice .m 1}}
{{slice .nil}}
{{slice .words nil}}
{{slice .words "1"}}
{{len .s}} {{len .words}} {{len .m}} {{len .n}} {{len "é"}}
{{len .nil}}
{{len nil}}
{{len 3}}
{{len}}
{{print 1 2 "a" "b" 3 nil}} {{println "x" 1}} {{printf "%d %5.2f %v %T %x %%" 1 2.5 .m .n "a"}} {{printf "%d" .n}} {{printf "%s"}} {{printf "x" 1}}
{{printf 1}}
{{printf .nil}}
{{printf .n}}
{{printf}}
{{html .s}} {{html .nil .n}} {{html "a" 1 2}} {{js .s}} {{js "<script>&=\u2028\\'\x00\x7f\xff日"}} {{urlquery .s}} {{urlquery "a b" 1}} {{.s | html | js}}
{{html "\x00'\"<>&+"}}
{{json .m}} {{json .n}} {{json .nil}} {{json nil}} {{.list | json}} {{json .missing}} {{json 1.5}} {{json "x"}}
{{json}}
{{json 1 2}}
{{join "," .words}} {{.words | join "; "}} {{join .s .list}}
{{join 1 .words}}
{{join .n .words}}
{{join "," .s}}
{{join "," .m}}
{{join "," nil}}
{{join "," .nil}}
{{join nil .words}}
{{join "," 1}}
{{join "," (slice .words 1)}}
{{join "," (index .list 4)}}
{{nosuch}}
{{.x
{{end}}
{{if}}{{end}}
{{nil}}
{{nil.x}}
{{1 2}}
{{"a" "b"}}
{{. 1}}
{{$ 1}}
{{1 | .}}
{{1 | 2}}
{{1 | $}}
{{$x}}
{{$x = 1}}
{{$x, $y := .m}}
{{(print "a") "b"}}
{{"a" | (print "b")}}
{{print (print (print .n))}} {{print len}} {{len print}}
{{print | len}}
{{1_000}} {{0x1F}} {{0b11}} {{0o17}} {{1e3}} {{0x1p4}} {{'a'}} {{'\n'}} {{1i}} {{1.5i}} {{-0x1E}} {{+5}} {{-5}} {{.5}} {{1.}} {{0x_1F}}
{{99999999999999999999}}
{{18446744073709551615}}
{{true}} {{false}} {{true | not}} {{print true}}
{{true 1}}
{{with 0}}a{{else}}b{{end}}{{with 0.0}}a{{else}}b{{end}}{{with 0i}}a{{else}}b{{end}}{{with false}}a{{else}}b{{end}}{{with ""}}a{{else}}b{{end}}{{with "x"}}a{{end}}
  {{- with .m -}}  {{.b}}  {{- end -}}   end
{{if .t}}{{.s.x}}{{end}}
{{range .words}}{{template "x" .}}{{end}}{{define "x"}}{{.y}}{{end}}
{{define "100%"}}{{.x.y.z}}{{end}}{{template "100%" .}}
{{index .words 0 | printf "%s-%s" (index .words 1) | print}}
{{$}} {{$.n}} {{range .words}}{{$.whole}}{{end}} {{with 1}}{{$.s}}{{end}}
{{with $a := .whole}}{{with $b := $a}}{{$a}}{{$b}}{{$a = 1}}{{end}}{{$a}}{{end}}
{{len (slice .s 2)}}{{len (.words)}}{{(len .words)}}{{((1))}}
`
