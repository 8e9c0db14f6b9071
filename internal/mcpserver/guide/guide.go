// Package guide is what an agent is told of the travel desk beside its tools: how a search is carried
// to its link, what may be said of it, and the words of the contract.
package guide

import _ "embed"

// Skill is the text for an agent that works with the command line: the file SKILL.md of a directory
// named as SkillName says, with its name and description at the top.
//
//go:embed skill.md
var Skill string

// SkillName is the name in the head of Skill.
const SkillName = "travel"

// Text is the guide for an agent that works with tools, in Markdown. Names of tools stand between
// backquotes.
//
//go:embed guide.md
var Text string
