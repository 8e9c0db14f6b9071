// clients.mjs TRAVEL CALLS: connects to "TRAVEL mcp --toolset all" with both TypeScript clients, lists its
// tools, makes the calls of the file CALLS in order (lines of JSON: name, arguments, isError; "$NAME" in an
// argument is a value that an earlier call kept by keep: {NAME: path}), and prints a line for each client.
// A client refuses an answer that the tool's schema does not allow.
import { readFileSync } from 'node:fs';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client as Client2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';

const [, , command, file] = process.argv;
const lines = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const at = (value, path) => path.split('.').reduce((v, name) => v?.[name], value);
const filled = (value, kept) =>
  JSON.parse(JSON.stringify(value), (_, v) => (typeof v === 'string' && v.startsWith('$') ? kept[v.slice(1)] : v));

const talk = async (name, Client, Stdio) => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new Stdio({ command, args: ['mcp', '--toolset', 'all'], env: process.env, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  const called = new Set();
  const kept = {};
  for (const { name: tool, arguments: args, isError = false, keep = {} } of lines) {
    const answer = await client.callTool({ name: tool, arguments: filled(args, kept) });
    called.add(tool);
    if (Boolean(answer.isError) !== isError || !answer.structuredContent || !answer.content?.[0]?.text) {
      console.log(`${name}: ${tool} ${JSON.stringify(args)} answered ${JSON.stringify(answer).slice(0, 600)}`);
      process.exitCode = 1;
    }
    for (const [key, path] of Object.entries(keep)) kept[key] = at(answer.structuredContent, path);
  }
  const left = tools.map((t) => t.name).filter((n) => !called.has(n));
  console.log(`${name}: ${tools.length} tools, ${lines.length} calls, not called: ${left.join(' ') || 'none'}`);
  await client.close();
};
await Promise.all([talk('sdk', Client1, Stdio1), talk('client', Client2, Stdio2)]);
