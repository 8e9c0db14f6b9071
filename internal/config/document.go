package config

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// maxFileBytes bounds the file; an honest one is a few lines.
const maxFileBytes = 1 << 20

// document is the file as nodes, so that an edit keeps comments and order and a mistake has its
// line.
type document struct {
	place    string // the file as a person knows it
	preamble []byte // text of a file that holds nothing but comments
	top      *yaml.Node
	root     *yaml.Node // the map in it
}

// readDocument reads the file. A file that is not there is an empty one.
func readDocument(path, place string) (*document, error) {
	if path == "" { // there is no home directory
		return parseDocument(nil, place)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR): // as where HOME is /dev/null
		return parseDocument(nil, place)
	case err != nil:
		return nil, &Error{Place: place, Reason: "cannot be read", Err: err}
	case !info.Mode().IsRegular():
		return nil, &Error{Place: place, Reason: "is not a file"}
	case info.Size() > maxFileBytes:
		return nil, &Error{Place: place, Reason: "is larger than 1 MiB", Broken: true}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, &Error{Place: place, Reason: "cannot be read", Err: err}
	}
	doc, err := parseDocument(text, place)
	if bad, ok := errors.AsType[*Error](err); ok {
		bad.Broken = true
	}
	return doc, err
}

func parseDocument(text []byte, place string) (*document, error) {
	d := &document{place: place}
	if !utf8.Valid(text) {
		return nil, &Error{Place: place, Reason: "is not UTF-8 text"}
	}
	var top yaml.Node
	if err := yaml.Unmarshal(text, &top); err != nil {
		// The parser's text may repeat a line of the file, so it is cut and made printable.
		return nil, &Error{Place: place, Reason: "is not YAML", Err: errors.New(strings.Trim(shown(err.Error()), `"`))}
	}
	if top.Kind == 0 {
		d.preamble, d.root = comments(text), &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		d.top = &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{d.root}}
		return d, nil
	}
	d.top, d.root = &top, top.Content[0]
	if d.root.Kind == yaml.ScalarNode && d.root.Tag == "!!null" {
		*d.root = yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", HeadComment: d.root.HeadComment, FootComment: d.root.FootComment}
	}
	return d, d.checkLayout()
}

// comments are the lines that YAML nodes have no place for when there is nothing else.
func comments(text []byte) []byte {
	var kept []byte
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
			kept = append(kept, line...)
		}
	}
	return kept
}

// checkLayout makes sure that the parts are where an edit looks for them: two members at the top,
// maps inside, no name twice, no aliases.
func (d *document) checkLayout() error {
	if err := d.checkMap(d.root, "the file"); err != nil {
		return err
	}
	for i := 0; i < len(d.root.Content); i += 2 {
		name, value := d.root.Content[i], d.root.Content[i+1]
		switch name.Value {
		case "profile":
			if err := d.checkScalar(name, value); err != nil {
				return err
			}
		case "profiles":
			if err := d.checkProfiles(value); err != nil {
				return err
			}
		default:
			return d.wrong(name, shown(name.Value)+" is not a member of the file", "profile, profiles")
		}
	}
	return nil
}

func (d *document) checkProfiles(profiles *yaml.Node) error {
	if isNull(profiles) {
		return nil
	}
	if err := d.checkMap(profiles, "profiles"); err != nil {
		return err
	}
	for i := 0; i < len(profiles.Content); i += 2 {
		name, settings := profiles.Content[i], profiles.Content[i+1]
		if !isProfile(name.Value) {
			return d.wrong(name, "a profile cannot be called "+shown(name.Value), "letters, digits, - and _")
		}
		if isNull(settings) {
			continue
		}
		if err := d.checkMap(settings, "profile "+name.Value); err != nil {
			return err
		}
	}
	return nil
}

func (d *document) checkMap(node *yaml.Node, what string) error {
	if node.Kind != yaml.MappingNode {
		return d.wrong(node, what+" must be a map of names and values", "")
	}
	seen := map[string]bool{}
	for i := 0; i < len(node.Content); i += 2 {
		name := node.Content[i]
		if name.Kind != yaml.ScalarNode {
			return d.wrong(name, "a name must be plain text", "")
		}
		if seen[name.Value] {
			return d.wrong(name, shown(name.Value)+" appears twice", "")
		}
		seen[name.Value] = true
	}
	return nil
}

func (d *document) checkScalar(name, value *yaml.Node) error {
	if value.Kind != yaml.ScalarNode || isNull(value) {
		return d.wrong(name, name.Value+" needs one plain value", "")
	}
	return nil
}

func (d *document) wrong(node *yaml.Node, reason, accepts string) error {
	return (&Error{Reason: reason, Accepts: accepts}).at(d.place, node.Line)
}

func isNull(node *yaml.Node) bool {
	return node.Kind == yaml.ScalarNode && node.Tag == "!!null"
}

// member returns the value of that name in a map, nil when it has none.
func member(node *yaml.Node, name string) *yaml.Node {
	if node == nil || node.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i < len(node.Content); i += 2 {
		if node.Content[i].Value == name {
			return node.Content[i+1]
		}
	}
	return nil
}

// selected is the profile the file selects, with its line; "" when it does not.
func (d *document) selected() (string, int) {
	if node := member(d.root, "profile"); node != nil {
		return node.Value, node.Line
	}
	return "", 0
}

// names are the profiles of the file in its order.
func (d *document) names() []string {
	var names []string
	if profiles := member(d.root, "profiles"); profiles != nil {
		for i := 0; i < len(profiles.Content); i += 2 {
			names = append(names, profiles.Content[i].Value)
		}
	}
	return names
}

// settings are the checked values of a profile by key.
func (d *document) settings(profile string) (map[string]string, error) {
	values := map[string]string{}
	node := member(member(d.root, "profiles"), profile)
	if node == nil {
		return values, nil
	}
	for i := 0; i < len(node.Content); i += 2 {
		name, value := node.Content[i], node.Content[i+1]
		if bad := d.checkSetting(profile, name, value); bad != nil {
			return nil, bad
		}
		values[name.Value] = value.Value
	}
	return values, nil
}

// checkSetting is what is wrong with a setting of a profile, nil for nothing. The error says which to remove.
func (d *document) checkSetting(profile string, name, value *yaml.Node) *Error {
	key, err := FindKey(name.Value)
	var bad *Error
	switch {
	case err != nil:
		bad = unknownKey(name.Value).at(d.place, name.Line)
		bad.Profile = profile
	case value.Kind != yaml.ScalarNode || isNull(value):
		bad, _ = errors.AsType[*Error](d.checkScalar(name, value))
	default:
		if bad = key.checkIn(profile, value.Value); bad == nil {
			return nil
		}
		bad = bad.at(d.place, value.Line)
	}
	bad.Remove = name.Value
	return bad
}

// removeWrong takes the settings out that [document.settings] refuses, of all profiles, and names them.
func (d *document) removeWrong() (removed []string) {
	for _, profile := range d.names() {
		settings := member(member(d.root, "profiles"), profile)
		for i := 0; i < len(settings.Content); i += 2 {
			name, value := settings.Content[i], settings.Content[i+1]
			if d.checkSetting(profile, name, value) == nil {
				continue
			}
			text := cut(name.Value) + " of profile " + profile
			if value.Value != "" {
				text += ", which was " + shown(value.Value)
			}
			removed = append(removed, text)
			settings.Content = slices.Delete(settings.Content, i, i+2)
			i -= 2
		}
	}
	return removed
}

// text is the document as YAML, comments and order kept.
func (d *document) text() ([]byte, error) {
	var b bytes.Buffer
	b.Write(d.preamble)
	if len(d.preamble) > 0 && !bytes.HasSuffix(d.preamble, []byte("\n")) {
		b.WriteByte('\n')
	}
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	if err := encoder.Encode(d.top); err != nil {
		return nil, err
	}
	return b.Bytes(), encoder.Close()
}

// child returns the map of that name, made if it is not there.
func child(node *yaml.Node, name string) *yaml.Node {
	found := member(node, name)
	if found == nil {
		found = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		node.Content = append(node.Content, scalar(name), found)
	}
	if isNull(found) {
		found.Kind, found.Tag, found.Value = yaml.MappingNode, "!!map", ""
	}
	node.Style &^= yaml.FlowStyle
	return found
}

// setScalar keeps the comments of a value it replaces.
func setScalar(node *yaml.Node, name, value string) {
	if found := member(node, name); found != nil {
		found.Kind, found.Tag, found.Value, found.Style = yaml.ScalarNode, "!!str", value, 0
		found.Content, found.Alias, found.Anchor = nil, nil, ""
		return
	}
	node.Style &^= yaml.FlowStyle
	node.Content = append(node.Content, scalar(name), scalar(value))
}

func scalar(value string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value}
}

func remove(node *yaml.Node, name string) {
	for i := 0; i < len(node.Content); i += 2 {
		if node.Content[i].Value == name {
			node.Content = slices.Delete(node.Content, i, i+2)
			return
		}
	}
}
