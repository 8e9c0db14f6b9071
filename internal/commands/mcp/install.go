package mcp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/mcpserver"
	"travel.example/travel/internal/mcpserver/clients"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
)

// installOptions holds the dependencies and flags of travel mcp install.
type installOptions struct {
	*cli.Run
	machine clients.Machine

	write   bool
	toolset string
}

func newInstall(run *cli.Run) *cobra.Command {
	o := &installOptions{
		Run: run, machine: clients.Machine{OS: run.Env.OS, Home: run.Env.Home, Getenv: run.Env.Getenv},
	}
	cmd := &cobra.Command{
		Long: `Print the entry that a client needs to start this server, and name the file where it belongs.
Clients: ` + strings.Join(clients.Names(), ", ") + `.

--write adds it to the file. Nothing else in the file changes, and a copy of the old file is kept
next to it. If the file has comments, or the entry in another form, edit it yourself.`,
		Example: "  travel mcp install cursor\n  travel mcp install gemini --toolset all --write",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return problem.Usagef("CLIENT is missing; give one of %s", strings.Join(clients.Names(), ", "))
			}
			return cli.Arguments("CLIENT", 1, 1)(cmd, args)
		},
		RunE: func(_ *cobra.Command, args []string) error { return install(o, args[0]) },
	}
	cmd.ValidArgsFunction = cobra.FixedCompletions(clients.Names(), cobra.ShellCompDirectiveNoFileComp)
	cmd.Flags().BoolVar(&o.write, "write", false, "Write the entry to the client's file")
	cmd.Flags().StringVar(&o.toolset, "toolset", "", "Offer the client these tools: "+strings.Join(mcpserver.Toolsets(), ", "))
	return cmd
}

func install(o *installOptions, name string) error {
	client, found := clients.Find(name)
	if !found {
		return problem.NotAccepted("CLIENT", name, "one of "+strings.Join(clients.Names(), ", "))
	}
	if _, err := mcpserver.Choose(o.toolset, nil); err != nil {
		return err
	}
	args := []string{"mcp"}
	if o.toolset != "" {
		args = append(args, "--toolset", o.toolset)
	}
	if profile := o.Flags.Profile; profile != "" { // else the current profile whenever the server runs
		args = append(args, "--profile", profile)
	}
	file := client.File(o.machine)
	if o.write {
		return o.enter(client, file, args)
	}
	if _, err := io.WriteString(o.Env.Stdout, client.Entry(o.program(), args...)); err != nil {
		return fmt.Errorf("write the entry: %w", err)
	}
	if file == "" {
		o.Out().Notice("the home directory is not known, and so not the file of %s", client.Title)
		return nil
	}
	o.Out().Notice("%s keeps this in %s; --write puts it there", client.Title, file)
	return nil
}

// mostFile is the size limit in bytes of a client's file. Some clients store much more than servers in it.
const mostFile = 64 << 20

// enter adds the entry to a client's file.
func (o *installOptions) enter(client clients.Client, file string, args []string) error {
	refuse := func(why string) error {
		return problem.Usagef("the file of %s, %s, is left as it is: %s", client.Title, file, why).
			Advise("put the entry in yourself: travel mcp install " + client.Name)
	}
	if file == "" {
		return refuse("the home directory is not known")
	}
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return refuse("its directory does not exist; is " + client.Title + " installed?")
	}
	if where, err := filepath.EvalSymlinks(file); err == nil {
		file = where // keep a symbolic link as one
	}
	was, err := store.ReadUpTo(file, mostFile)
	isNew := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !isNew:
		return refuse(store.Why(err))
	case len(was) == mostFile:
		return refuse("it is too large")
	}
	text, err := client.With(was, o.program(), args...)
	switch {
	case err != nil:
		return refuse(err.Error())
	case !isNew && bytes.Equal(text, was):
		o.Out().Notice("%s has it already", file)
		return nil
	}
	if !isNew {
		if err := replace(file+".before-travel", was, file); err != nil {
			return refuse("no copy of it can be kept: " + store.Why(err))
		}
		o.Out().Notice("what it was is in %s", file+".before-travel")
	}
	if err := replace(file, text, file); err != nil {
		return fmt.Errorf("write %s: %s", file, store.Why(err))
	}
	o.Out().Notice("written to %s; start %s again", file, client.Title)
	return nil
}

// replace writes a file atomically, with the permissions of the file like.
func replace(file string, text []byte, like string) error {
	info, err := os.Stat(like)
	if replaced := store.Replace(file, text); replaced != nil || err != nil {
		return replaced // a new file is readable only by its owner
	}
	if err := os.Chmod(file, info.Mode().Perm()); err != nil {
		return fmt.Errorf("keep who may read it: %w", err)
	}
	return nil
}

// program returns the path of this program, or its name if the path is temporary.
func (o *installOptions) program() string {
	if path, lasts := o.Program(); lasts {
		return path
	}
	return "travel"
}
