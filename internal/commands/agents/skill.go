// Package agents has the commands for agents: those that teach them to use this program, and the one that serves them.
package agents

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/mcpserver/guide"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
)

// Skill returns the commands for agents that drive the command line.
func Skill(run *cli.Run) *cobra.Command {
	cmd := run.Group(
		cli.Entry{Use: "print", Short: "Print the skill, which teaches an agent to use travel", Make: newPrint},
		cli.Entry{Use: "install", Short: "Write the skill where an agent looks for skills", Make: newInstall},
	)
	cmd.Long = `The skill teaches an agent that runs commands how to use travel: how a search becomes a booking
link, how to read answers and failures, what uses up searches, and what never to claim. It is one
Markdown file, SKILL.md, with its name and description at the top.`
	cmd.Example = "  travel skill print\n  travel skill install --dir ./skills"
	return cmd
}

func newPrint(run *cli.Run) *cobra.Command {
	return &cobra.Command{
		Long:    "Print the skill, which teaches an agent to use travel.",
		Example: "  travel skill print\n  travel skill print > SKILL.md",
		RunE: func(*cobra.Command, []string) error {
			if _, err := io.WriteString(run.Env.Stdout, guide.Skill); err != nil {
				return fmt.Errorf("write the skill: %w", err)
			}
			return nil
		},
	}
}

func newInstall(run *cli.Run) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Long: `Write the skill as ` + guide.SkillName + `/SKILL.md in the directory where an agent looks for skills; see the
agent's manual. An existing file with other content is kept as SKILL.md.bak.`,
		Example: "  travel skill install --dir ./skills\n  travel skill install --dir ~/.agents/skills",
		RunE: func(*cobra.Command, []string) error {
			if dir == "" {
				return problem.Usagef("--dir is missing: the directory where the agent looks for skills").
					Advise("see the agent's manual; or print the skill: travel skill print")
			}
			return install(run, filepath.Join(dir, guide.SkillName, "SKILL.md"))
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "Where the agent looks for skills (`DIRECTORY`)")
	return cmd
}

// install writes the skill to a file and backs up the previous contents to path + ".bak".
func install(run *cli.Run, path string) error {
	out := run.Out()
	was, err := store.ReadUpTo(path, math.MaxInt64)
	switch {
	case err == nil && string(was) == guide.Skill:
		out.Notice("%s is up to date", path)
		return nil
	case err == nil:
		if err := store.Replace(path+".bak", was); err != nil {
			return fmt.Errorf("keep what was in %s: %s", path, store.Why(err))
		}
		out.Notice("what was there is in %s", path+".bak")
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("read %s: %s", path, store.Why(err))
	}
	if err := errors.Join(store.Make(filepath.Dir(path)), store.Replace(path, []byte(guide.Skill))); err != nil {
		return fmt.Errorf("write %s: %s", path, store.Why(err))
	}
	out.Notice("written to %s", path)
	return nil
}
