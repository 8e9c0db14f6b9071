package watch

import (
	"cmp"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/words"
)

// localeOf is how amounts are written: as the settings say, else as the service does.
func localeOf(run *cli.Run) string {
	cfg, err := run.Config()
	if err != nil {
		return desk.ServiceLocale
	}
	return cmp.Or(cfg.Get("locale").Value, desk.ServiceLocale)
}

// sentences are texts as sentences.
func sentences(texts []string) (list []string) {
	for _, text := range texts {
		list = append(list, words.UpperFirst(text)+".")
	}
	return list
}
