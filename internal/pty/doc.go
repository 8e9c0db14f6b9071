// Package pty makes terminals for tests and measurements, with a program on each. Only Linux has them here.
package pty
