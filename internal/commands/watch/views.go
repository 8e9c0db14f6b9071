package watch

import (
	"cmp"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/words"
)

// localeOf returns the locale for amounts: from the settings, or else the service's.
func localeOf(run *cli.Run) string {
	cfg, err := run.Config()
	if err != nil {
		return desk.ServiceLocale
	}
	return cmp.Or(cfg.Get("locale").Value, desk.ServiceLocale)
}

// sentences capitalizes texts and adds a full stop to each.
func sentences(texts []string) (list []string) {
	for _, text := range texts {
		list = append(list, words.UpperFirst(text)+".")
	}
	return list
}
