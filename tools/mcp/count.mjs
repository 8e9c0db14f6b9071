// Counts the tokens (o200k_base) of each text of a list on stdin, as JSON.
import { getEncoding } from 'js-tiktoken';
import { readFileSync } from 'node:fs';

const o200k = getEncoding('o200k_base');
console.log(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map((text) => o200k.encode(text).length)));
