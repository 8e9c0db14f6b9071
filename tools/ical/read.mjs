// Reads a calendar from stdin with two readers by other people, and prints what each makes of it.
import ICAL from "ical.js";
import ical from "node-ical";

const text = await new Response(process.stdin).text();

// A day has no zone: node-ical makes a moment of it, at midnight where it runs.
const day = (d) => [d.getFullYear(), d.getMonth() + 1, d.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
const list = (value) => (value === undefined ? [] : [value].flat());

const one = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((component) => {
  const e = new ICAL.Event(component);
  if (!e.startDate.isDate || !e.endDate.isDate) throw new Error("not whole days");
  return {
    uid: e.uid, from: e.startDate.toString(), until: e.endDate.toString(), summary: e.summary,
    description: e.description ?? "", stamp: component.getFirstPropertyValue("dtstamp").toJSDate().toISOString(),
  };
});

const two = Object.values(ical.sync.parseICS(text)).filter((e) => e.type === "VEVENT").map((e) => {
  if (e.datetype !== "date") throw new Error("not whole days");
  return {
    uid: e.uid, from: day(e.start), until: day(e.end), summary: e.summary,
    description: list(e.description)[0] ?? "", stamp: e.dtstamp.toISOString(),
  };
});

console.log(JSON.stringify([one, two]));
