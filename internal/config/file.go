package config

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"go.yaml.in/yaml/v3"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/transport"
)

// contents is the decoded file. Values stay nodes, which know their lines.
type contents struct {
	Profile  string                          `yaml:"profile"`
	Profiles map[string]map[string]yaml.Node `yaml:"profiles"`

	place string // of the file, for messages
}

// read reads the file, if there is one. It checks the layout and no settings: a mistake in a profile stops only the
// commands that use it. If it does not understand the file, it returns the text and an error.
func (d dirs) read(path string) (c *contents, text []byte, err error) {
	c = &contents{place: d.place}
	text, err = store.ReadUpTo(path, math.MaxInt64)
	switch {
	case path == "", errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR): // HOME may be /dev/null
		return c, nil, nil
	case err != nil:
		return nil, nil, mistake(d.place, "cannot be read", "", err)
	}
	return c, text, c.parse(text)
}

func (c *contents) parse(text []byte) error {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	err := decoder.Decode(c)
	if errors.Is(err, io.EOF) { // nothing but comments
		err = nil
	}
	wrong := "is not YAML"
	if wrongTypes, ok := errors.AsType[*yaml.TypeError](err); ok {
		message, _, _ := strings.Cut(wrongTypes.Errors[0], " in type ") // a type of Go
		message, _, _ = strings.Cut(message, " into ")
		wrong, err = "cannot be used", errors.New(message)
	}
	for name := range c.Profiles {
		if !isProfile(name) && err == nil {
			wrong, err = "cannot be used", errors.New("a profile cannot be called "+shown(name))
		}
	}
	if err == nil {
		return nil
	}
	err = errors.New(transport.OneLine(err.Error(), 200)) // it may repeat a line of the file
	return problem.Error{Err: mistake(c.place, wrong, "", err), Hint: "fix the file, or move it aside: travel config repair"}
}

// profiles returns the names of all profiles, with the built-in one, in order.
func (c *contents) profiles() []string {
	names := slices.Sorted(maps.Keys(c.Profiles))
	if at, found := slices.BinarySearch(names, Sandbox); !found {
		names = slices.Insert(names, at, Sandbox)
	}
	return names
}

// unknown returns the error for a profile that does not exist.
func (c *contents) unknown(place, profile string) error {
	return mistake(place, "profile "+shown(profile)+" does not exist", strings.Join(c.profiles(), ", "), nil)
}

// settings returns the values of a profile, the names of those that are not accepted, in the order of the file, and
// the error for the first of them, with the command that removes it.
func (c *contents) settings(profile string) (values map[string]any, wrong []string, err error) {
	nodes := c.Profiles[profile]
	values = map[string]any{}
	for name := range nodes {
		values[name] = nodes[name].Value
	}
	byLine := func(a, b string) int { return nodes[a].Line - nodes[b].Line }
	for _, name := range slices.SortedFunc(maps.Keys(nodes), byLine) {
		node := nodes[name]
		key, bad := FindKey(name)
		if bad == nil && (node.Kind != yaml.ScalarNode || node.Tag == "!!null") {
			bad = mistake("", name+" needs one plain value", "", nil)
		} else if bad == nil {
			bad = key.check(profile, node.Value)
		}
		if bad == nil {
			continue
		}
		hint := "remove it: travel config repair"
		if isProfile(name) { // a word that a shell takes
			hint = "remove it: travel config unset " + name
		}
		bad = fmt.Errorf("%s, line %d: profile %s: %w", c.place, node.Line, profile, bad)
		wrong, err = append(wrong, name), cmp.Or(err, error(problem.Error{Err: bad, Hint: hint}))
	}
	return values, wrong, err
}

// File is the settings file for edits. Its methods report its content when it was opened. Its settings need not be
// valid, so that a wrong one can be fixed.
type File struct {
	dirs
	*contents
	unread error // why it could not be read
}

// OpenFile finds the file; it need not exist.
func OpenFile(in Input) (*File, error) {
	where, err := in.dirs()
	if err == nil && where.config == "" {
		err = fmt.Errorf("there is no file of settings: %w", where.homeless())
	}
	if err != nil {
		return nil, err
	}
	c, _, err := where.read(where.config)
	return &File{where, cmp.Or(c, &contents{}), err}, nil
}

// Path returns the path of the file.
func (f *File) Path() string { return f.config }

// Profiles returns the names of all profiles, with the built-in one, in order.
func (f *File) Profiles() ([]string, error) { return f.profiles(), f.unread }

// Selected returns the profile that the file selects, or the built-in one.
func (f *File) Selected() (string, error) { return cmp.Or(f.Profile, Sandbox), f.unread }

// APIURL returns the api-url of a profile in the file, or "".
func (f *File) APIURL(profile string) string { return f.contents.Profiles[profile]["api-url"].Value }

// ProfileAt returns the profile with an api-url: the selected one if it has that address, or else the first that has
// it, or else a name for a new one, made from host and port. It returns "" if the text is not an address.
func (f *File) ProfileAt(address string) (string, error) {
	if f.unread != nil || !isRootURL(address) {
		return "", f.unread
	}
	profiles := f.profiles()
	for _, name := range append([]string{f.Profile}, profiles...) {
		if has := f.APIURL(name); has != "" && strings.TrimSuffix(has, "/") == strings.TrimSuffix(address, "/") {
			return name, nil
		}
	}
	_, host, _ := strings.Cut(strings.ToLower(address), "://")
	host, _, _ = strings.Cut(host, "/")
	host = strings.Trim(regexp.MustCompile(`[^\w-]`).ReplaceAllString(host, "-"), "-")
	const room = 4 // for a number behind it
	host = host[:min(len(host), maxProfile-room)]
	name := host
	for n := 2; slices.Contains(profiles, name); n++ {
		name = host + "-" + strconv.Itoa(n)
	}
	return name, nil
}

// Set writes settings of a profile, which may be new.
func (f *File) Set(ctx context.Context, profile string, values map[string]string) error {
	if !isProfile(profile) {
		return mistake("", "a profile cannot be called "+shown(profile), "up to 64 letters, digits, - and _", nil)
	}
	for name, value := range values {
		key, err := FindKey(name)
		if err != nil {
			return err
		}
		if err := key.check(profile, value); err != nil {
			return fmt.Errorf("profile %s: %w", profile, err)
		}
	}
	return f.edit(ctx, "", func(_ *contents, root *yaml.Node) error {
		for _, name := range slices.Sorted(maps.Keys(values)) {
			put(root, values[name], "profiles", profile, name)
		}
		return nil
	})
}

// Unset removes one setting from a profile, and a profile without settings unless the file selects it. It returns no
// error if it was not set.
func (f *File) Unset(ctx context.Context, profile, name string) error {
	return f.edit(ctx, profile, func(c *contents, root *yaml.Node) error {
		path := []string{"profiles", profile, name}
		if _, set := c.Profiles[profile][name]; !set {
			_, err := FindKey(name)
			return err
		}
		if len(c.Profiles[profile]) == 1 && c.Profile != profile {
			path = path[:2]
		}
		put(root, "", path...)
		return nil
	})
}

// Use selects a profile that exists.
func (f *File) Use(ctx context.Context, profile string) error {
	return f.edit(ctx, profile, func(_ *contents, root *yaml.Node) error {
		put(root, profile, "profile")
		return nil
	})
}

// edit changes the file while holding its lock. The profile must exist, or be "".
func (f *File) edit(ctx context.Context, profile string, change func(*contents, *yaml.Node) error) error {
	return f.hold(ctx, func(path string) error {
		c, text, err := f.read(path)
		if err == nil && profile != "" && !slices.Contains(c.profiles(), profile) {
			err = c.unknown("", profile)
		}
		if err == nil {
			text, err = c.changed(text, func(root *yaml.Node) error { return change(c, root) })
		}
		if err != nil {
			return err
		}
		return store.Replace(path, text)
	})
}

// hold calls do with the path of the file while holding its lock. It follows a symbolic link, so that a file
// kept elsewhere stays there.
func (f *File) hold(ctx context.Context, do func(path string) error) error {
	path := f.config
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
	}
	const patience = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err := store.Hold(ctx, filepath.Join(filepath.Dir(path), ".config.lock"), func() error { return do(path) })
	if _, told := errors.AsType[problem.Error](err); err == nil || told {
		return err
	}
	return cmp.Or(unwritable(f.config, configVariable, err), fmt.Errorf("write %s: %w", f.dirs.place, err))
}

// Repair moves a file that is not understood to config.broken.yaml or config.broken-2.yaml beside it. From one that is
// understood it removes the settings that are not accepted, named in removed, and keeps a copy of the old file. aside
// is where the old file is; "" if nothing was wrong, or there is no file.
func (f *File) Repair(ctx context.Context) (aside string, removed []string, err error) {
	err = f.hold(ctx, func(path string) error {
		c, old, err := f.read(path)
		if err != nil && old == nil {
			return err
		}
		var text []byte
		if err == nil {
			text, err = c.changed(old, func(root *yaml.Node) error {
				for _, profile := range c.profiles() {
					values, wrong, _ := c.settings(profile)
					for _, name := range wrong {
						text := transport.OneLine(name, 100) + " of profile " + profile
						if value, _ := values[name].(string); value != "" {
							text += ", which was " + shown(value)
						}
						removed = append(removed, text)
						put(root, "", "profiles", profile, name)
					}
				}
				return nil
			})
		}
		if err == nil && len(removed) == 0 {
			return nil
		}
		extension := filepath.Ext(path)
		name := strings.TrimSuffix(path, extension) + ".broken"
		aside = name + extension
		for n := 2; ; n++ {
			if _, err := os.Lstat(aside); err != nil {
				break
			}
			aside = fmt.Sprintf("%s-%d%s", name, n, extension)
		}
		err = store.Replace(aside, old)
		switch {
		case err != nil:
		case text != nil:
			err = store.Replace(path, text)
		default: // as well where the rest cannot be written, such as where a comment is within braces
			removed, err = nil, os.Remove(path)
		}
		return err
	})
	return aside, removed, err
}

// changed returns the text of the file after a change of its nodes, which keep comments and order.
func (c *contents) changed(text []byte, change func(root *yaml.Node) error) ([]byte, error) {
	var top yaml.Node
	if err := yaml.Unmarshal(text, &top); err != nil {
		return nil, err
	}
	if top.Kind == 0 { // nothing but comments
		comments := strings.TrimSpace(string(text))
		top = yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{{Kind: yaml.MappingNode, HeadComment: comments}}}
	}
	if aliased(&top) {
		return nil, mistake(c.place, "has a YAML alias, which an edit would undo", "", nil)
	}
	if err := change(top.Content[0]); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	err := errors.Join(encoder.Encode(&top), encoder.Close())
	if err == nil {
		err = (&contents{place: c.place}).parse(b.Bytes())
	}
	if err != nil {
		return nil, fmt.Errorf("nothing was written, the edit would break the file: %w", err)
	}
	return b.Bytes(), nil
}

func aliased(node *yaml.Node) bool {
	return node.Kind == yaml.AliasNode || slices.ContainsFunc(node.Content, aliased)
}

// put sets the value at a path of names. It makes missing maps and keeps the comments of an older value. An empty
// value removes the name.
func put(node *yaml.Node, value string, path ...string) {
	if node.Kind != yaml.MappingNode { // as a name with nothing behind it
		node.Kind, node.Tag, node.Value = yaml.MappingNode, "!!map", ""
	}
	node.Style &^= yaml.FlowStyle
	at := 0
	for at < len(node.Content) && node.Content[at].Value != path[0] {
		at += 2
	}
	switch {
	case len(path) == 1 && value == "":
		node.Content = slices.Delete(node.Content, at, min(at+2, len(node.Content)))
		return
	case at == len(node.Content):
		name := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: path[0]}
		node.Content = append(node.Content, name, &yaml.Node{Kind: yaml.MappingNode})
	}
	if node = node.Content[at+1]; len(path) > 1 {
		put(node, value, path[1:]...)
		return
	}
	node.Kind, node.Tag, node.Value, node.Style, node.Content = yaml.ScalarNode, "!!str", value, 0, nil
}
