package service

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// SendFeedback sends a rating or a message. It is sent at most once: when the answer is lost, the
// error says that it may have been recorded. The value is what was sent; the answer has nothing else.
func SendFeedback(ctx context.Context, d *desk.Desk, p *params.Values) (desk.Answer[apiclient.Feedback], error) {
	var none desk.Answer[apiclient.Feedback]
	client, err := d.Client()
	if err != nil {
		return none, err
	}
	feedback := params.Request[apiclient.Feedback](p)
	received, err := client.SubmitFeedback(ctx, feedback)
	if err != nil {
		err = fmt.Errorf("send the feedback: %w", search.NotTheAPI(err))
		if apiclient.MaybeCreated(err) {
			err = problem.Advised{
				Err:  err,
				Text: "the feedback may have been recorded; its answer is not known: " + err.Error(),
				Hint: "it is not sent again by itself; sending it again may record it twice",
			}
		}
		return none, err
	}
	return desk.Answer[apiclient.Feedback]{Value: feedback, Bodies: [][]byte{received.Body}, Meta: desk.NewMeta("submitFeedback")}, nil
}

// SetMessage keeps the message of feedback. It holds the contract's limits, told in a message's own
// words.
func SetMessage(p *params.Values, text string) error {
	param, _ := p.Op().Param("message")
	text = strings.TrimSpace(text)
	n := utf8.RuneCountInString(text)
	switch {
	case text == "":
		return problem.UsageError{Text: "the message is empty, so nothing was sent"}
	case !utf8.ValidString(text):
		return problem.UsageError{Text: "the message is not UTF-8 text, so nothing was sent"}
	case n > param.MaxLen:
		return problem.UsageError{Text: fmt.Sprintf("the message has %s characters; at most %s fit", words.Grouped(n), words.Grouped(param.MaxLen))}
	}
	return p.Set("message", "--message", text)
}

// SetVersion names the client that feedback comes from, where no one did, as far as the contract lets
// it be long.
func SetVersion(p *params.Values, version string) error {
	param, _ := p.Op().Param("version")
	runes := []rune(version)
	return p.SetDefault("version", "--version", string(runes[:min(len(runes), param.MaxLen)]))
}
