// Reads a calendar from stdin with two readers by other people, and prints what each makes of it.
import ICAL from "ical.js";
import ical from "node-ical";

const text = await new Response(process.stdin).text();

// A day has no zone: node-ical makes a moment of it, at midnight where it runs.
const day = (d) => [d.getFullYear(), d.getMonth() + 1, d.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
// A clock without a zone stands as it is, wherever its reader runs.
const local = (t) => day(t) + "T" + [t.getHours(), t.getMinutes(), t.getSeconds()].map((n) => String(n).padStart(2, "0")).join(":");
const list = (value) => (value === undefined ? [] : [value].flat());

const one = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((component) => {
  const e = new ICAL.Event(component);
  const moment = (t) => (t.isDate || t.zone === ICAL.Timezone.localTimezone ? t.toString() : t.toJSDate().toISOString());
  return {
    uid: e.uid, from: moment(e.startDate), until: moment(e.endDate), summary: e.summary,
    description: e.description ?? "", stamp: component.getFirstPropertyValue("dtstamp").toJSDate().toISOString(),
    sequence: e.sequence ?? 0, location: e.location ?? "",
  };
});

const two = Object.values(ical.sync.parseICS(text)).filter((e) => e.type === "VEVENT").map((e) => {
  const moment = (t) => (e.datetype === "date" ? day(t) : t.tz ? t.toISOString() : local(t));
  return {
    uid: e.uid, from: moment(e.start), until: moment(e.end), summary: e.summary,
    description: list(e.description)[0] ?? "", stamp: e.dtstamp.toISOString(),
    sequence: Number(e.sequence ?? 0), location: e.location ?? "",
  };
});

console.log(JSON.stringify([one, two]));
