package offer

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
)

// formats has the money format of each locale; tools/cldrgen generates it and describes its fields.
//
//go:embed money.tsv
var formats string

// format is the money format of a locale.
type format struct {
	decimal, group, minus string
	leading               int // the least digits before the first group sign
	symbolPattern         pattern
	letterPattern         pattern // for currencies written in letters
	symbols               string  // " USD=$ EUR=€ "
}

// pattern places sign, symbol and digits.
type pattern struct {
	positive, negative string // with ¤ for the symbol, - for the sign and # for the digits
	primary, secondary int    // digits in the last group and in the others
}

// localeFormat returns the format of a language tag, or of the nearest locale that has one.
func localeFormat(tag string) format {
	if line, ok := moneyLine(tag); ok { // as most are
		return parseFormat(strings.Split(line, "\t"))
	}
	for _, candidate := range append(localeChain(tag), "en") {
		if line, ok := moneyLine(candidate); ok {
			return parseFormat(strings.Split(line, "\t"))
		}
	}
	return format{}
}

// moneyLine returns the line of a locale without decoding the others.
func moneyLine(tag string) (string, bool) {
	start := 0
	if !strings.HasPrefix(formats, tag+"\t") {
		start = strings.Index(formats, "\n"+tag+"\t") + 1
		if start == 0 {
			return "", false
		}
	}
	line, _, _ := strings.Cut(formats[start:], "\n")
	return line, true
}

func parseFormat(field []string) format {
	return format{
		decimal: field[1], group: field[2], minus: field[3], leading: int(field[4][0] - '0'),
		symbolPattern: parsePattern(field[5]), letterPattern: parsePattern(field[6]),
		symbols: " " + field[7] + " ",
	}
}

// symbol returns the symbol of a currency in the locale, or its code.
func (f format) symbol(code string) string {
	_, rest, found := strings.Cut(f.symbols, " "+code+"=")
	if !found || code == "" {
		return code
	}
	symbol, _, _ := strings.Cut(rest, " ")
	return symbol
}

// localeChain returns the locales to look in, nearest first, without variants and extensions.
func localeChain(tag string) []string {
	var chain []string
	for t := language.Make(tag); !t.IsRoot(); t = t.Parent() {
		base, script, region := t.Raw()
		if base.String() == "no" {
			base = language.MustParseBase("nb")
		}
		bare, _ := language.Compose(base, script, region)
		chain = append(chain, bare.String())
	}
	// The library knows only some of the regions that write English as the world does, and not as the United States.
	american := []string{"en", "en-US", "en-AS", "en-GU", "en-MP", "en-PR", "en-UM", "en-VI"}
	if len(chain) == 2 && chain[1] == "en" && !slices.Contains(american, chain[0]) {
		chain = []string{chain[0], "en-001", "en"}
	}
	return chain
}

// parsePattern reads a CLDR number pattern such as "¤#,##,##0.00;¤-#,##0.00".
func parsePattern(s string) pattern {
	positive, negative, both := strings.Cut(s, ";")
	start, end := strings.IndexAny(positive, "#0"), strings.LastIndexAny(positive, "#0")+1
	whole, _, _ := strings.Cut(positive[start:end], ".")
	groups := strings.Split(whole, ",")
	p := pattern{positive: positive[:start] + "#" + positive[end:]}
	p.primary = len(groups[len(groups)-1])
	p.secondary = p.primary
	if len(groups) > 2 {
		p.secondary = len(groups[len(groups)-2])
	}
	p.negative = "-" + p.positive
	if both {
		start, end = strings.IndexAny(negative, "#0"), strings.LastIndexAny(negative, "#0")+1
		p.negative = negative[:start] + "#" + negative[end:]
	}
	return p
}

// place puts symbol and sign around the digits of d.
func (f format) place(figures, symbol string, d decimal) string {
	p := f.symbolPattern
	edge, _ := utf8.DecodeRuneInString(symbol)
	if strings.HasPrefix(p.positive, "¤") {
		edge, _ = utf8.DecodeLastRuneInString(symbol)
	}
	if !unicode.IsSymbol(edge) {
		p = f.letterPattern
	}
	text := p.positive
	if d.negative {
		text = p.negative
	}
	text = strings.ReplaceAll(text, "-", f.minus)
	text = strings.ReplaceAll(text, "#", figures)
	return strings.TrimSpace(strings.ReplaceAll(text, "¤", symbol)) // last, because its own signs stay
}

// figures formats the number with group signs and at least some decimals.
func (f format) figures(d decimal, decimals int) string {
	text := d.whole
	if size := f.symbolPattern.primary; len(text) >= size+f.leading {
		cut := len(text) - size
		text, size = f.group+text[cut:], f.symbolPattern.secondary
		for head := d.whole[:cut]; head != ""; {
			cut = max(len(head)-size, 0)
			text = head[cut:] + text
			if head = head[:cut]; head != "" {
				text = f.group + text
			}
		}
	}
	fraction := d.fraction + strings.Repeat("0", max(decimals-len(d.fraction), 0))
	if fraction == "" {
		return text
	}
	return text + f.decimal + fraction
}
