// Counts the tokens (o200k_base) of a list of tools on stdin, as JSON: of what a model reads of each
// (name, description, input schema), of all of them, of what goes over the wire, and of the instructions.
import { getEncoding } from 'js-tiktoken';
import { readFileSync } from 'node:fs';

const o200k = getEncoding('o200k_base');
const count = (value) => o200k.encode(typeof value === 'string' ? value : JSON.stringify(value)).length;
const { tools, instructions = '' } = JSON.parse(readFileSync(0, 'utf8'));
const each = Object.fromEntries(tools.map(({ name, description, inputSchema }) => [name, count({ name, description, inputSchema })]));
const model = Object.values(each).reduce((sum, n) => sum + n, 0);
console.log(JSON.stringify({ tools: tools.length, model, wire: count(tools), instructions: count(instructions), each }));
