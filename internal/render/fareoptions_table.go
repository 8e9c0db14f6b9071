package render

import (
	"slices"
	"strconv"
	"strings"
)

// optionLayout says what of an option stands in columns; the rest stands below
// its line.
type optionLayout uint8

const (
	allInColumns   optionLayout = iota
	bagsBelow                   // what may be carried
	nearlyAllBelow              // all but name and price
	layouts
)

// fitted draws the options in the layout with the most columns that fits.
func (v FareOptions) fitted(c canvas) []string {
	var t Table
	var layout optionLayout
	for layout = range layouts {
		if t = v.table(c, layout); t.Sheet(c).Width() <= c.width {
			break
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	head, lines := t.Sheet(c).Fit(c).Lines()
	out := append([]string{""}, head...)
	indent := strings.Repeat(" ", gridMargin+cells(number(len(t.Rows)))+gridGap)
	row := 0
	for _, g := range v.Groups {
		if heading := g.heading(c); heading != "" {
			out = append(out, c.wrapIndented("", heading, Strong)...)
		}
		for _, o := range g.Options {
			out = append(out, lines[row])
			row++
			if below := o.below(c, v.Locale, layout); len(below) > 0 {
				out = append(out, c.flow(indent, below, " "+c.glyph.dot+" ")...)
			}
		}
	}
	return out
}

func (v FareOptions) table(c canvas, l optionLayout) Table {
	t := Table{Columns: []Column{
		{Name: "#", Align: Right, Keep: 9}, {Name: "OPTION", Keep: 9, Flex: true}, {Name: "PRICE", Align: Right, Keep: 9},
	}}
	if l == allInColumns {
		t.Columns = append(t.Columns, Column{Name: "CABIN BAG"}, Column{Name: "CHECKED BAG"})
	}
	if l <= bagsBelow {
		t.Columns = append(t.Columns, Column{Name: "CHANGE"}, Column{Name: "CANCEL"}, Column{Name: "REFUNDABLE"})
	}
	prices := c.prices(v.amounts(), v.Locale)
	for _, g := range v.Groups {
		for _, o := range g.Options {
			t.Rows = append(t.Rows, o.row(c, v.Locale, prices[len(t.Rows)], l))
		}
	}
	return t
}

func (v FareOptions) amounts() []Money {
	var out []Money
	for _, o := range v.all() {
		out = append(out, o.Price)
	}
	return out
}

func (o FareOption) row(c canvas, locale string, price Cell, l optionLayout) []Cell {
	row := []Cell{{Text: number(o.N)}, {Text: c.text(o.Name)}, price}
	if l == allInColumns {
		row = append(row, orNotStated(c.text(o.CabinBag)), orNotStated(c.text(o.CheckedBag)))
	}
	if l <= bagsBelow {
		row = append(row, o.Change.cell(c, locale), o.Cancel.cell(c, locale), o.Refundable.stated())
	}
	return row
}

// below is what the layout has no columns for, in words.
func (o FareOption) below(c canvas, locale string, l optionLayout) []string {
	if l == allInColumns {
		return nil
	}
	list := []string{"cabin " + orNotStated(c.text(o.CabinBag)).Text, "checked " + orNotStated(c.text(o.CheckedBag)).Text}
	if l == nearlyAllBelow {
		refund := map[Answer]string{Yes: "refundable", No: "not refundable"}[o.Refundable]
		list = append(list, "change "+o.Change.cell(c, locale).Text, "cancel "+o.Cancel.cell(c, locale).Text, refund)
	}
	return slices.DeleteFunc(list, func(item string) bool { return item == "" })
}

// heading names the part of the trip that the options of a group pay for.
func (g OptionGroup) heading(c canvas) string {
	route := ""
	if g.From != "" && g.To != "" {
		route = c.text(g.From) + " " + c.glyph.arrow + " " + c.text(g.To)
	}
	label, rest := strings.ToUpper(c.text(g.Label)), c.dots(route, day(g.Depart))
	if label == "" {
		return rest
	}
	if rest != "" {
		return label + strings.Repeat(" ", max(4-cells(label), 0)) + "  " + rest
	}
	return label
}

// terms lists where the carriers publish the terms of the options, each
// address once, after the options that it is for.
func (v FareOptions) terms(c canvas) []string {
	var addresses []string
	options := map[string][]string{}
	for _, o := range v.all() {
		for _, address := range o.Terms {
			if !slices.Contains(addresses, address) {
				addresses = append(addresses, address)
			}
			options[address] = append(options[address], strconv.Itoa(o.N))
		}
	}
	if len(addresses) == 0 {
		return []string{"", "The carriers publish no address for their terms."}
	}
	out := []string{"", c.paint(Strong, "Terms")}
	for _, address := range addresses {
		out = append(out, c.flow("  ", options[address], ", ")...)
		out = append(out, "    "+Address(address))
	}
	return out
}
