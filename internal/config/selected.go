package config

// Selected is the profile that the file selects, or the built-in one. It reads
// no settings, so that a wrong one does not stand in the way of mending it.
func (f *File) Selected() (string, error) {
	doc, err := readDocument(f.path, f.place)
	if err != nil {
		return "", err
	}
	if name, _ := doc.selected(); name != "" {
		return name, nil
	}
	return Sandbox, nil
}
