package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
)

// A client talks to one travel mcp.
type client struct {
	cmd    *exec.Cmd
	to     io.WriteCloser
	from   *bufio.Reader
	stderr strings.Builder
	hello  json.RawMessage // what it says of itself
	ids    int
}

// An answer is what a tool answered, in its two halves.
type answer struct {
	text, structured string
	failed           bool
}

// connect starts a server with the environment beside the usual one.
func (b *bench) connect(ctx context.Context, environ []string, args ...string) (*client, error) {
	c := &client{cmd: b.command(ctx, b.binary, append([]string{"mcp"}, args...)...)}
	c.cmd.Env = append(c.cmd.Env, environ...)
	c.cmd.Stderr = &c.stderr
	var err error
	if c.to, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.from = bufio.NewReaderSize(out, 1<<20)
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	c.hello, err = c.ask("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}`)
	if err != nil {
		c.kill()
		return nil, err
	}
	return c, c.tell("notifications/initialized", `{}`)
}

func (c *client) tell(method, params string) error {
	_, err := fmt.Fprintf(c.to, `{"jsonrpc":"2.0","method":%q,"params":%s}`+"\n", method, params)
	return err
}

// send sends a request and does not wait for its answer.
func (c *client) send(method, params string) (id int, err error) {
	c.ids++
	_, err = fmt.Fprintf(c.to, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", c.ids, method, params)
	return c.ids, err
}

// ask sends a request and waits for its result. Answers to others are left aside.
func (c *client) ask(method, params string) (json.RawMessage, error) {
	id, err := c.send(method, params)
	if err != nil {
		return nil, err
	}
	for {
		line, err := c.from.ReadBytes('\n')
		if err != nil {
			return nil, fmt.Errorf("%s: %w; %s", method, err, &c.stderr)
		}
		var said struct {
			ID            *int
			Result, Error json.RawMessage
		}
		switch err := json.Unmarshal(line, &said); {
		case err != nil:
			return nil, fmt.Errorf("%s is answered with %.200s: %w", method, line, err)
		case said.ID == nil || *said.ID != id:
		case said.Error != nil:
			return nil, fmt.Errorf("%s is answered with %s", method, said.Error)
		default:
			return said.Result, nil
		}
	}
}

// call calls a tool with arguments as JSON.
func (c *client) call(tool, arguments string) (answer, error) {
	result, err := c.ask("tools/call", `{"name":"`+tool+`","arguments":`+arguments+`}`)
	if err != nil {
		return answer{}, err
	}
	var said struct {
		Content           []struct{ Text string }
		StructuredContent json.RawMessage
		IsError           bool
	}
	if err := json.Unmarshal(result, &said); err != nil || len(said.Content) == 0 {
		return answer{}, fmt.Errorf("%s is answered with %.200s: %w", tool, result, err)
	}
	return answer{said.Content[0].Text, string(said.StructuredContent), said.IsError}, nil
}

// found is call for a call that has to succeed.
func (c *client) found(tool, arguments string) (answer, error) {
	a, err := c.call(tool, arguments)
	if err == nil && a.failed {
		err = fmt.Errorf("%s %s: %s", tool, arguments, a.text)
	}
	return a, err
}

// leave ends the input, and waits for the server's end.
func (c *client) leave() error {
	err := c.to.Close()
	if ended := c.cmd.Wait(); err == nil {
		err = ended
	}
	return err
}

func (c *client) kill() {
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait()
}

// A size is what a process takes.
type size struct {
	resident float64 // MB
	own      float64 // MB of it that are not pages of the program's file
	files    int     // open
	threads  int
}

// size reads what the server takes by now.
func (c *client) size() (size, error) {
	dir := filepath.Join("/proc", strconv.Itoa(c.cmd.Process.Pid))
	status, err := os.ReadFile(filepath.Join(dir, "status"))
	if err != nil {
		return size{}, err
	}
	files, err := os.ReadDir(filepath.Join(dir, "fd"))
	if err != nil {
		return size{}, err
	}
	number := func(name string) int {
		_, rest, _ := strings.Cut(string(status), "\n"+name+":")
		n, _ := strconv.Atoi(strings.Fields(rest + " 0")[0])
		return n
	}
	const kilobytes = 1024 / 1e6
	return size{float64(number("VmRSS")) * kilobytes, float64(number("RssAnon")) * kilobytes, len(files), number("Threads")}, nil
}

// goroutines ends the server as Go programs end that are asked what they do, and counts what it did.
func (c *client) goroutines() int {
	_ = c.cmd.Process.Signal(syscall.SIGQUIT)
	_ = c.cmd.Wait()
	return len(regexp.MustCompile(`(?m)^goroutine [1-9]\d* .*\[`).FindAllString(c.stderr.String(), -1))
}
