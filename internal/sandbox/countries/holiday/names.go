package holiday

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed names.txt
var namesText string

// lieuKey is the row that says in each language that a day is off in lieu.
const lieuKey = "in-lieu"

// nameTable holds the names of a key by language, BCP 47.
type nameTable map[string]map[string]string

var names = sync.OnceValue(func() nameTable { return parseNames(namesText) })

// Name is what the holiday is called in a language, a BCP 47 tag as of
// data.World.Locale, or else in English.
func (o Occurrence) Name(language string) string {
	name, in := names().find(o.Key+"@"+o.Market, o.Key, language)
	if !o.InLieu {
		return name
	}
	// The frame is of the name's own language, so that no title mixes two.
	frame, _ := names().find("", lieuKey, in)
	return strings.Replace(frame, "*", name, 1)
}

// Slug is the stable key of the contract. A day off in lieu has one of its own.
func (o Occurrence) Slug() string {
	if o.InLieu {
		return o.Key + "-observed"
	}
	return o.Key
}

// find is the name of a key, and the language that it is in. A market's own
// name comes before the general one, the language asked for before a related one.
func (t nameTable) find(own, key, language string) (name, in string) {
	for _, in := range []string{language, kin(language), "en"} {
		for _, row := range []string{own, key} {
			name := t[row][in]
			switch {
			case name == "":
			case language == "sr-Latn" && in == "sr":
				return latin().Replace(name), language
			default:
				return name, in
			}
		}
	}
	panic(fmt.Sprintf("holiday: %s has no name", key))
}

// kin is the language whose names serve readers of another one as well.
func kin(language string) string {
	switch language {
	case "pt-PT":
		return "pt"
	case "zh-Hant":
		return "zh"
	case "sr-Latn":
		return "sr"
	}
	return language
}

// latin writes Serbian in its other alphabet, letter by letter.
var latin = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(strings.Fields(
		"а a б b в v г g д d ђ đ е e ж ž з z и i ј j к k л l љ lj м m н n њ nj о o п p р r с s т t ћ ć у u ф f х h ц c ч č џ dž ш š " +
			"А A Б B В V Г G Д D Ђ Đ Е E Ж Ž З Z И I Ј J К K Л L Љ Lj М M Н N Њ Nj О O П P Р R С S Т T Ћ Ć У U Ф F Х H Ц C Ч Č Џ Dž Ш Š")...)
})

func parseNames(text string) nameTable {
	all := nameTable{}
	for line := range lines(text) {
		cells := strings.Split(line, "|")
		if len(cells) < 2 || all[cells[0]] != nil {
			panic(fmt.Sprintf("holiday: names without a key of their own: %q", line))
		}
		row := map[string]string{"en": cells[1]}
		for _, cell := range cells[2:] {
			language, name, ok := strings.Cut(cell, " ")
			if !ok || row[language] != "" {
				panic(fmt.Sprintf("holiday: %q in %q is not a name", cell, line))
			}
			row[language] = name
		}
		all[cells[0]] = row
	}
	return all
}
