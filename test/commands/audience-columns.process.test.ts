import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { coffee } from '../support/accounts.ts';
import { command } from '../support/command.ts';
import { useGateway } from '../support/gateway.ts';
import { patience } from '../support/sampling.ts';

const key = 'k'.repeat(40);
const running = useGateway({ env: { GATEWAY_API_KEYS: `crm:${key}:owner` } });
beforeEach(() => running.emulator.reset({ data: true }));
const folder = mkdtempSync(join(tmpdir(), 'ads-graph-columns-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
let files = 0;
const newFile = (...lines: readonly string[]): string => {
  files += 1;
  const path = join(folder, `people-${files}`);
  writeFileSync(path, lines.map((line) => `${line}\r\n`).join(''));
  return path;
};
const uploaded = (file: string, ...options: readonly string[]) => {
  const where = ['--account', coffee, '--audience', 'af3e2000', '--file', file];
  const words = ['audience', 'upload', '--url', running.url, ...where, ...options];
  return command(words, { ADS_GRAPH_KEY: key });
};
const sent = () => {
  const calls = running.emulator
    .calls()
    .filter(({ endpoint }) => endpoint === 'updateCustomAudienceUsers');
  return calls.flatMap(({ body }) => JSON.parse(body)[0].params.users);
};
const takes = 'it takes email, phone_number, device_id, handle, twitter_id, partner_user_id';

describe('a column', { timeout: patience }, () => {
  test('that is no identifier ends the upload before any call', async () => {
    const { code, out, err } = await uploaded(newFile('Email,Phone,City', 'a@b.example,1,Rome'));
    expect([code, out, err]).toEqual([
      2,
      '',
      `ads-graph: --file has unknown columns: Phone, City; --map Phone=COLUMN says what one means, --ignore Phone,City leaves them out; ${takes}\n`,
    ]);
    expect(running.emulator.calls()).toEqual([]);
  });

  test('has another name with --map, and is left out with --ignore', async () => {
    const file = newFile('E-Mail;Phone;City', 'a@b.example;+49 30 901820;Rome');
    const names = ['--map', 'e-mail=email,PHONE=phone_number', '--ignore', 'City'];
    const { code } = await uploaded(file, ...names);
    const person = { email: [sha256('a@b.example')], phone_number: [sha256('+4930901820')] };
    expect([code, sent()]).toEqual([0, [person]]);
  });

  test('of NDJSON is named with its line', async () => {
    const file = newFile('{"email":"a@b.example"}', '{"email":"c@d.example","phone":"1"}');
    const { code, err } = await uploaded(file);
    expect([code, err]).toEqual([
      2,
      `ads-graph: Line 2 of --file has unknown columns: phone; --map phone=COLUMN says what one means, --ignore phone leaves them out; ${takes}\n`,
    ]);
    expect(running.emulator.calls()).toEqual([]);
    const again = await uploaded(file, '--ignore', 'phone');
    expect([again.code, sent()]).toMatchObject([0, [{}, { email: [sha256('c@d.example')] }]]);
  });

  test('without a name is left out', async () => {
    const { code } = await uploaded(newFile('email,', 'a@b.example,'));
    expect([code, sent()]).toEqual([0, [{ email: [sha256('a@b.example')] }]]);
  });
});

test('with --country national phone numbers are sent with the code of that country', {
  timeout: patience,
}, async () => {
  const numbers = ['030/90 18-20', '(0151) 23456789', '+44 20 7946 0958', '0041 44 668 18 00'];
  const wrong = ['4.91E+11', '12'];
  const file = newFile('phone_number', ...numbers, sha256('+4930901821'), ...wrong);
  const { code } = await uploaded(file, '--country', 'de');
  const normal = ['+4930901820', '+4915123456789', '+442079460958', '+41446681800', '+4930901821'];
  const people = normal.map((number) => ({ phone_number: [sha256(number)] }));
  expect([code, sent()]).toEqual([1, people]);
  expect(readFileSync(`${file}.rejects.csv`, 'utf8').split('\r\n').slice(1, -1)).toEqual([
    '7,phone_number,Phone number must be a phone number that begins with + or 00 and its country code.',
    '8,phone_number,"Phone number must be one of DE, or begin with + or 00 and its country code."',
  ]);
});

test('--check sends nothing, and counts', { timeout: patience }, async () => {
  const file = newFile('email,phone_number', 'a@b.example,030 901820', 'c@d.example,', ',');
  const state = join(folder, 'checked');
  const { code, out, err } = await uploaded(file, '--check', '--state', state);
  expect([code, JSON.parse(out)]).toEqual([
    1,
    { account: coffee, audience: 'af3e2000', people: 2, rejected: 2, calls: 1, seconds: 1 },
  ]);
  expect(err).toBe(
    `2 identifiers rejected; ${state}.rejects.csv says why.\n2 people; 1 call to make, about 1 second.\n`,
  );
  expect([running.emulator.calls(), existsSync(state)]).toEqual([[], false]);
  const good = await command([
    'audience',
    'upload',
    '--check',
    '--file',
    newFile('email', 'a@b.example'),
  ]);
  expect([good.code, JSON.parse(good.out)]).toEqual([
    0,
    { people: 1, rejected: 0, calls: 1, seconds: 1 },
  ]);
});

describe('wrong use', { timeout: patience }, () => {
  const file = newFile('email,phone', 'a@b.example,1');
  const where = ['--account', 'a', '--audience', 'b', '--file', file];
  test.each([
    [['--map', 'phone'], '--map must be NAME=COLUMN, such as Phone=phone_number'],
    [['--map', 'phone=tel'], `--map has no tel; ${takes}`],
    [['--map', 'mobile=phone_number'], '--map names mobile, which is not a column of --file'],
    [['--columns', 'email,', '--map', 'a=email'], '--columns and --map exclude each other'],
    [['--columns', 'email,', '--ignore', 'a'], '--columns and --ignore exclude each other'],
    [['--country', 'Germany'], '--country must be a code of two letters, such as DE'],
    [['--country', 'XX'], '--country has no XX'],
  ])('is %j', async (options, message) => {
    const { code, out, err } = await command(['audience', 'upload', ...where, ...options]);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: `ads-graph: ${message}\n` });
  });
});
