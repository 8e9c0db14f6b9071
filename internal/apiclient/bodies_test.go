package apiclient

// flightResultsBody is an answer with every required member and no trip.
const flightResultsBody = `{"searchId":"s1","currencyCode":"USD","results":[],"metadata":{
"currencyCode":"USD","currencyCodeSource":"default","locale":"en","localeSource":"default",
"page":1,"pageSize":10,"resultCount":0,"totalCandidates":0,"hasMore":false,
"snapshotTripCount":0,"snapshotFareCount":0,"filterOptions":{
"airlines":[],"alliances":[],"stopoverAirports":[],"bookingSites":[],"aircraft":[]}}}`

// payloadOf returns a valid answer for each class.
func payloadOf(c class) string {
	return [classes]string{
		create:   reply(201, jsonHeader, `{"searchId":"s1","siteCode":"US","siteCodeSource":"default"}`),
		poll:     reply(200, jsonHeader, flightResultsBody),
		read:     reply(200, jsonHeader, `{"sub":"u1"}`),
		link:     reply(200, jsonHeader, `{"searchUrl":"https://site.example/x","expires":false}`),
		feedback: reply(202, jsonHeader, `{"status":"accepted"}`),
	}[c]
}
