// questions.mjs TRAVEL: asks "TRAVEL mcp" what is in questions.txt, and prints how many tokens (o200k_base) a model
// reads from each question to its link: the list of tools, the instructions, and of each answer the longer half.
// The sandbox inside the program may have other offers another day; the calls go by what the answers say.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { getEncoding } from 'js-tiktoken';

const o200k = getEncoding('o200k_base');
const count = (value) => o200k.encode(typeof value === 'string' ? value : JSON.stringify(value)).length;
const work = mkdtempSync(join(tmpdir(), 'questions'));
const env = { PATH: process.env.PATH, HOME: work, TRAVEL_STATE_DIR: work, TRAVEL_CONFIG_DIR: work };
let longest = 0;

const ask = async (set, calls) => {
  const client = new Client({ name: 'questions', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.argv[2], args: ['mcp', '--toolset', set], env, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  let read = count(client.getInstructions() ?? '');
  for (const { name, description, inputSchema } of tools) read += count({ name, description, inputSchema });

  let text = ''; // of the last answer
  const call = async (tool, args) => {
    const [, fails, name] = /^(!?)(.*)/.exec(tool);
    const answer = await client.callTool({ name, arguments: args });
    text = answer.content[0].text;
    const structured = JSON.stringify(answer.structuredContent ?? null);
    const linked = text.includes('http') && structured.includes('http');
    if (Boolean(answer.isError) !== Boolean(fails) || (name.endsWith('BookingLink') && !linked)) {
      throw new Error(`${tool} ${JSON.stringify(args)} is answered ${text}`);
    }
    const tokens = Math.max(count(text), count(structured));
    longest = Math.max(longest, tokens);
    read += tokens;
  };
  // The references of the rows of the last answer that have a text.
  const rows = (part) => text.split('\n').filter((line) => /^[A-Z]\d+\.\d+ /.test(line) && line.includes(part)).map((line) => line.split(' ')[0]);
  // From a trip to the page where it is booked, by the choices of a fare that has some.
  const bookFlight = async (tripId) => {
    await call('getFlightTrip', { tripId });
    const [fareId] = rows('has options');
    if (!fareId) return call('getFareBookingLink', { fareId: 'F1.1a' });
    await call('getFareOptions', { fareId });
    const legs = [...rows('pays for leg 1').slice(0, 1), ...rows('pays for leg 2').slice(0, 1)];
    return call('getFareBookingLink', { fareId, fareOptionId: legs.length ? legs : rows('').slice(0, 1) });
  };
  const bookRoom = async (hotel) => {
    await call('hotel_rates', { hotel });
    await call('getHotelRateBookingLink', { rateId: 'H1.1a' });
  };
  for (const line of calls) {
    const [, tool, args] = /^(\S+) (.*)/.exec(line);
    if (tool === 'bookFlight') await bookFlight(args);
    else if (tool === 'bookRoom') await bookRoom(args);
    else await call(tool, JSON.parse(args));
  }
  await client.close();
  return read;
};

for (const block of readFileSync(new URL('questions.txt', import.meta.url), 'utf8').split('\n? ').slice(1)) {
  const [head, ...calls] = block.trim().split('\n');
  const [, set, question] = /^(.*?): (.*)/.exec(head);
  console.log(String(await ask(set, calls)).padStart(6), question);
}
console.log(String(longest).padStart(6), 'in the longest answer');
rmSync(work, { recursive: true });
