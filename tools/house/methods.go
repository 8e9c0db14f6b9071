package main

import (
	"cmp"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/packages"
)

// methodsOf counts the methods of the types that a package declares, those of
// generated files left out.
func methodsOf(p *packages.Package, path string) []methods {
	counts, files := map[string]int{}, map[string]map[string]bool{}
	for _, file := range p.Syntax {
		name := fileOf(p, file)
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || generated(name) {
				continue
			}
			of := receiver(f.Recv.List[0].Type)
			if files[of] == nil {
				files[of] = map[string]bool{}
			}
			counts[of]++
			files[of][name] = true
		}
	}
	var all []methods
	for of, n := range counts {
		all = append(all, methods{path + "." + of, n, len(files[of])})
	}
	slices.SortFunc(all, func(a, b methods) int { return cmp.Compare(a.name, b.name) })
	return all
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr: // with a type parameter
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
