package listing

// move moves the cursor by rows.
func (l *List) move(by int) { l.moveTo(l.cursor + by) }

// moveTo puts the cursor on a row, or on the nearest one in range.
func (l *List) moveTo(i int) {
	l.moved, l.reading.rereads = true, mostRereads
	l.marks.cursor, l.marks.held = Row{}, false
	l.cursor = min(max(i, 0), max(l.rows.count-1, 0))
}

// page moves the cursor by half screens.
func (l *List) page(halves int) { l.move(halves * max(l.height/max(l.layout.usual, 1)/2, 1)) }

// follows scrolls so that the cursor is visible and no line stays empty that a row could fill.
func (l *List) follows() {
	l.cursor = min(max(l.cursor, 0), max(l.rows.count-1, 0))
	first, room := l.cursor, l.height-l.heightOf(l.cursor)
	for first > 0 && room >= l.heightOf(first-1) {
		first--
		room -= l.heightOf(first)
	}
	l.top = min(max(l.top, first), l.cursor)
	room = l.height
	for i := l.top; i < l.rows.count && room > 0; i++ {
		room -= l.heightOf(i)
	}
	for l.top > 0 && room >= l.heightOf(l.top-1) {
		l.top--
		room -= l.heightOf(l.top)
	}
}
