package main

import (
	"maps"
	"slices"
)

// A graph holds, for each node, the nodes that it depends on. It has no arrow
// from a node to itself.
type graph map[string]map[string]bool

// add adds a node with its arrows.
func (g graph) add(from string, on map[string]bool) {
	g[from] = maps.Clone(on)
	delete(g[from], from)
}

// count is the number of arrows.
func (g graph) count() int {
	n := 0
	for _, to := range g {
		n += len(to)
	}
	return n
}

// floors is how many nodes the longest chain of arrows has, after the arrows
// that run back up are taken out, and how many those are.
func (g graph) floors() (floors, back int) {
	order := g.order()
	at := map[string]int{}
	for i, node := range order {
		at[node] = i
	}
	height := map[string]int{}
	for _, node := range slices.Backward(order) {
		below := 0
		for to := range g[node] {
			if at[to] < at[node] {
				back++
			} else {
				below = max(below, height[to])
			}
		}
		height[node] = below + 1
		floors = max(floors, height[node])
	}
	return floors, back
}

// order puts nodes above what they depend on, with few arrows running back up:
// the greedy order of Eades, Lin and Smyth (1993), then single nodes are moved
// as long as that leaves fewer. The smallest number is hard to find; this is an
// upper bound of it.
func (g graph) order() []string {
	left := slices.Sorted(maps.Keys(g))
	var top, bottom []string
	for len(left) > 0 {
		i, sink := g.next(left)
		if sink {
			bottom = append(bottom, left[i])
		} else {
			top = append(top, left[i])
		}
		left = slices.Delete(left, i, i+1)
	}
	slices.Reverse(bottom)
	return g.improve(append(top, bottom...))
}

// next picks the node to take out: one that depends on nothing that is left,
// else the one with most dependencies beyond its dependents.
func (g graph) next(left []string) (best int, sink bool) {
	most := -len(g)
	for i, node := range left {
		out, in := 0, 0
		for _, other := range left {
			if g[node][other] {
				out++
			}
			if g[other][node] {
				in++
			}
		}
		if out == 0 {
			return i, true
		}
		if out-in > most {
			best, most = i, out-in
		}
	}
	return best, false
}

// improve moves single nodes to where fewest arrows run back up.
func (g graph) improve(order []string) []string {
	for better := true; better; {
		better = false
		for _, node := range slices.Clone(order) {
			from := slices.Index(order, node)
			if to := g.bestPlace(order, from); to != from {
				order = slices.Insert(slices.Delete(order, from, from+1), to, node)
				better = true
			}
		}
	}
	return order
}

// bestPlace is where in the order a node has fewest arrows running back up; it
// is the place it has when none is better.
func (g graph) bestPlace(order []string, from int) int {
	node, best, least := order[from], from, 0
	for _, step := range []int{-1, 1} {
		gain := 0 // arrows that run back up, beside now
		for at := from + step; at >= 0 && at < len(order); at += step {
			other := order[at]
			if g[node][other] { // right when node comes first
				gain += step
			}
			if g[other][node] {
				gain -= step
			}
			if gain < least {
				best, least = at, gain
			}
		}
	}
	return best
}

// packageFloors is the floor of each package: 1 for one that imports no other of
// the module. Go allows no circle, so no import runs back up.
func packageFloors(rooms []room) map[string]int {
	imports := map[string][]string{}
	for _, r := range rooms {
		imports[r.path] = r.imports
	}
	floors := map[string]int{}
	var floor func(path string) int
	floor = func(path string) int {
		if floors[path] == 0 {
			below := 0
			for _, other := range imports[path] {
				below = max(below, floor(other))
			}
			floors[path] = below + 1
		}
		return floors[path]
	}
	for path := range imports {
		floor(path)
	}
	return floors
}
