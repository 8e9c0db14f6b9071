package offer

import "testing"

func BenchmarkFirstPrice(b *testing.B) {
	for b.Loop() {
		Money{"1204.5", "USD"}.Text("zh-Hant-HK")
	}
}
