package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A room is a package of the module as it is built for this system, without
// its tests.
type room struct {
	path    string   // below the module's, as internal/render
	files   []string // names, also those that are generated
	arrows  graph    // between the files that are written by hand
	types   []methods
	imports []string // paths of other rooms
}

// methods tells how many methods a type has, and in how many files.
type methods struct {
	name         string // with the room, as internal/render.Printer
	count, files int
}

// load reads the packages of the module in dir.
func load(dir string) ([]room, error) {
	config := &packages.Config{Dir: dir, Mode: packages.LoadSyntax | packages.NeedModule}
	loaded, err := packages.Load(config, "./...")
	if err != nil {
		return nil, err
	}
	var rooms []room
	for _, p := range loaded {
		for _, err := range p.Errors {
			return nil, err
		}
		if p.Module == nil {
			return nil, errors.New("there is no module")
		}
		if len(p.Syntax) > 0 {
			rooms = append(rooms, newRoom(p))
		}
	}
	if len(rooms) == 0 {
		return nil, fmt.Errorf("%s has no packages", dir)
	}
	return rooms, nil
}

func newRoom(p *packages.Package) room {
	below := func(path string) string { return strings.TrimPrefix(path, p.Module.Path+"/") }
	r := room{path: below(p.PkgPath), arrows: graph{}}
	for path := range p.Imports {
		if strings.HasPrefix(path, p.Module.Path+"/") {
			r.imports = append(r.imports, below(path))
		}
	}
	for _, file := range p.Syntax {
		name := fileOf(p, file)
		r.files = append(r.files, name)
		if !generated(name) {
			r.arrows.add(name, uses(p, file))
		}
	}
	r.types = methodsOf(p, r.path)
	return r
}

func fileOf(p *packages.Package, node interface{ Pos() token.Pos }) string {
	return filepath.Base(p.Fset.Position(node.Pos()).Filename)
}

// uses lists the files of the package that a file depends on.
func uses(p *packages.Package, file *ast.File) map[string]bool {
	used := map[string]bool{}
	for node := range ast.Preorder(file) {
		name, ok := node.(*ast.Ident)
		if !ok {
			continue
		}
		if of := p.TypesInfo.Uses[name]; of != nil && of.Pkg() == p.Types && shared(of) {
			used[fileOf(p, of)] = true
		}
	}
	return used
}

// shared tells whether other files can use an object: what the package declares
// at its top, the methods of its types and interfaces, and fields.
func shared(of types.Object) bool {
	switch of := of.(type) {
	case *types.Var:
		return of.IsField() || of.Parent() == of.Pkg().Scope()
	case *types.Func:
		return true
	}
	return of.Parent() == of.Pkg().Scope()
}
