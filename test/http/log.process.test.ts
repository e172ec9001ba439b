import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';

const log = new URL('../../src/telemetry/log.ts', import.meta.url);

/** The standard error of a program until it ends, and its exit code. */
const outcome = async (program: string) => {
  const code = `import { createLog } from ${JSON.stringify(log.href)};
    const log = createLog('info');
    const many = (count) => { for (let at = 0; at < count; at += 1) log.info({ at }, 'line'); };
    ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const chunks = child.stderr.toArray();
  const [status] = await once(child, 'close');
  const written = (await chunks).join('').split('\n');
  return { status, lines: written.filter((line) => line.includes('"msg":"line"')) };
};

test.each([
  ['ends by itself', 'many(3);', 0],
  ['exits', 'many(3); process.exit(0);', 0],
  ['exits with much to write', 'many(5000); process.exit(0);', 0],
  ['ends at a fault', 'many(3); setImmediate(() => { throw new Error("x"); });', 1],
  ['ends at a rejection', 'many(3); Promise.reject(new Error("x"));', 1],
])('a process that %s has written every line, in order', async (_how, program, status) => {
  const ended = await outcome(program);
  expect(ended.status).toBe(status);
  const places = ended.lines.map((line) => JSON.parse(line).at);
  expect(places).toEqual([...Array(program.includes('5000') ? 5000 : 3).keys()]);
});

test('lines are buffered for a while, and an error flushes them at once', async () => {
  const kept = await outcome("many(3); process.kill(process.pid, 'SIGKILL');");
  expect(kept.lines).toEqual([]);
  const flushed: string[] = [];
  const own = createLog('info', {
    write: () => void flushed.push('line'),
    flush: () => void flushed.push('flush'),
  });
  own.info('a');
  own.warn('b');
  expect(flushed).toEqual(['line', 'line']);
  own.error('c');
  expect(flushed).toEqual(['line', 'line', 'line', 'flush']);
});

test('lines are written without an error or an end', async () => {
  const waits = "many(3); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000);";
  expect((await outcome(waits)).lines).toHaveLength(3);
});
