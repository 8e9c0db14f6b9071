package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
)

// codeReader is a person with a phone, who enters each code that the program shows before it goes on.
type codeReader struct {
	io.Writer
	who string // a sample traveler, or nobody to refuse
}

// shownCode finds the address and the code on the screen, or in JSON.
var shownCode = regexp.MustCompile(`(?:open this address [a-z ]+:\n\n {2}|"verificationUri":")([^\s"]+)(?:\n\nand enter this code:\n\n {2}|.*"userCode":")([^\s"]+)`)

func (c codeReader) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	if m := shownCode.FindSubmatch(p); m != nil {
		if err := enterCode(string(m[1]), string(m[2]), c.who); err != nil {
			fmt.Fprintf(c.Writer, "the code could not be entered: %v\n", err)
		}
	}
	return n, err
}

// enterCode does in a plain HTTP client what a person does: opens the page, types the code, compares
// it, picks a sample traveler and allows.
func enterCode(address, code, who string) error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	client := &http.Client{Jar: jar}
	page, at, err := fetch(client.Get(address))
	if err != nil {
		return err
	}
	send := func(form url.Values) error {
		for _, m := range hiddenField.FindAllStringSubmatch(page, -1) {
			form.Set(m[1], m[2])
		}
		page, at, err = fetch(client.PostForm(at.Scheme+"://"+at.Host+at.Path, form))
		return err
	}
	if err := send(url.Values{"user_code": {code}}); err != nil {
		return err
	}
	if who == "nobody" {
		return send(url.Values{"decision": {"cancel"}})
	}
	return send(url.Values{"account": {who}, "decision": {"allow"}})
}
