// validate.mjs FILE... holds each file to the strict schema of CycloneDX 1.6, and ends with 1 where one does not fit.
import { readFile } from "node:fs/promises";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";

const schema = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
const files = process.argv.slice(2);
if (files.length === 0) throw new Error("no file was named");
for (const file of files) {
  const wrong = await schema.validate(await readFile(file, "utf8"));
  if (wrong === null) continue;
  console.error(`${file} is not a CycloneDX 1.6 document: ${JSON.stringify(wrong)}`);
  process.exitCode = 1;
}
if (!process.exitCode) console.log(`${files.length} lists of parts are valid CycloneDX 1.6`);
