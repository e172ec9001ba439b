import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '../../emulator/faults.ts';
import { bikes, coffee } from '../support/accounts.ts';
import { command, startCommand } from '../support/command.ts';
import { useGateway } from '../support/gateway.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';

const key = 'k'.repeat(40);
const running = useGateway({ env: { GATEWAY_API_KEYS: `crm:${key}:owner` } });
beforeEach(() => running.emulator.reset({ data: true }));
const folder = mkdtempSync(join(tmpdir(), 'ads-graph-audience-'));
afterAll(() => rmSync(folder, { recursive: true }));

const audience = 'af3e2000';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

let files = 0;
const newFile = (content: string | Uint8Array): string => {
  files += 1;
  const path = join(folder, `people-${files}`);
  writeFileSync(path, content);
  return path;
};
const words = (file: string, options: readonly string[] = []) => {
  const where = ['--account', coffee, '--audience', audience, '--file', file];
  return ['audience', 'upload', '--url', running.url, ...where, ...options];
};
const env = { ADS_GRAPH_KEY: key };
const uploaded = (file: string, options?: readonly string[]) => command(words(file, options), env);

const calls = () =>
  running.emulator.calls().filter(({ endpoint }) => endpoint === 'updateCustomAudienceUsers');
const operations = () => calls().map(({ body }) => JSON.parse(body));
const members = () => running.emulator.store.rows('Member', coffee).map(({ id }) => String(id));
const rejectsOf = (path: string) => readFileSync(`${path}.rejects.csv`, 'utf8').split('\r\n');
const lineOf = (out: string) => JSON.parse(out);

describe('a file of people', { timeout: patience }, () => {
  test('of CSV is normalised and hashed before it is sent', async () => {
    const file = newFile(
      [
        '\uFEFFEmail,city,phone_number,partner_user_id,email',
        ' Bob.Smith@Example.COM ,"Rome, Italy",+49 (30) 90-1820,Customer-1,bob@work.example',
        '',
        `${sha256('ann@a.example').toUpperCase()},"a`,
        'b",,,',
      ].join('\r\n'),
    );
    const { code, out, err } = await uploaded(file, ['--ignore', 'city']);
    expect([code, lineOf(out)]).toEqual([
      0,
      {
        account: coffee,
        audience,
        people: 2,
        rejected: 0,
        applied: 2,
        unequal: 0,
        calls: 1,
        complete: true,
      },
    ]);
    expect(err).toBe('2 people; 1 call to make, about 1 second.\n');
    const [bob, work] = ['bob.smith@example.com', 'bob@work.example'].map(sha256);
    expect(operations()).toEqual([
      [
        {
          operation_type: 'Update',
          params: {
            users: [
              {
                email: [bob, work],
                phone_number: [sha256('+4930901820')],
                partner_user_id: ['Customer-1'],
              },
              { email: [sha256('ann@a.example')] },
            ],
          },
        },
      ],
    ]);
    expect(existsSync(`${file}.rejects.csv`)).toBe(false);
  });

  test('without a header has the columns of --columns, and can remove people', async () => {
    const file = newFile('@Shop,x,0143567\n');
    const { code } = await uploaded(file, ['--columns', 'handle,,twitter_id', '--delete']);
    const users = [{ handle: [sha256('shop')], twitter_id: [sha256('143567')] }];
    expect([code, operations()]).toEqual([0, [[{ operation_type: 'Delete', params: { users } }]]]);
  });

  test('of NDJSON has single identifiers or lists of them', async () => {
    const device = '4B61639E-47CC-4056-A16A-C8217E029462';
    const people = [{ email: ['a@b.example', 'c@d.example'], handle: null }, { device_id: device }];
    const { code } = await uploaded(newFile(people.map((one) => JSON.stringify(one)).join('\n')));
    const users = [
      { email: ['a@b.example', 'c@d.example'].map(sha256) },
      { device_id: [sha256(device.toLowerCase())] },
    ];
    expect([code, operations()[0][0].params.users]).toEqual([0, users]);
  });

  test('is sent in requests of at most 2,500 people', async () => {
    const file = newFile(`email\n${emails(0, 2501).join('\n')}`);
    const { code, out } = await uploaded(file, ['--quiet']);
    expect([code, lineOf(out).calls, members()]).toEqual([0, 2, expect.any(Array)]);
    expect(members()).toHaveLength(2501);
  });
});

const emails = (from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `person.${from + at}@example.com`);

test('rejected identifiers are named by line and column, and the others are sent', {
  timeout: patience,
}, async () => {
  const secrets = ['jane roe', '030 901820', 'secret-12'];
  const file = newFile(
    [
      'email,phone_number,twitter_id',
      'a@b.example,,',
      `${secrets[0]},${secrets[1]},12`,
      `,,${secrets[2]}`,
      ',,',
      'a@b.example,,,',
    ].join('\n'),
  );
  const state = join(folder, 'rejected-state');
  const { code, out, err } = await uploaded(file, ['--state', state]);
  expect([code, lineOf(out)]).toMatchObject([1, { people: 2, rejected: 5, applied: 2 }]);
  expect(err).toContain(`5 identifiers rejected; ${state}.rejects.csv says why.\n`);
  expect(operations()[0][0].params.users).toEqual([
    { email: [sha256('a@b.example')] },
    { twitter_id: [sha256('12')] },
  ]);
  expect(rejectsOf(state)).toEqual([
    'line,column,reason',
    '3,email,Email must be an e-mail address.',
    '3,phone_number,Phone number must be a phone number that begins with + or 00 and its country code.',
    '4,twitter_id,X user ID must be a user id.',
    '5,,No identifier is given.',
    '6,,The line has 4 cells for 3 columns.',
    '',
  ]);
  const hashes = secrets.map(sha256);
  const written = [readFileSync(state, 'utf8'), readFileSync(`${state}.rejects.csv`, 'utf8')];
  for (const text of [...written, out, err])
    for (const secret of [...secrets, ...hashes, 'a@b.example', sha256('a@b.example')])
      expect(text).not.toContain(secret);
});

test('rejected lines of NDJSON are named, too', { timeout: patience }, async () => {
  const file = newFile('{"email":"a@b.example"}\n{"twitter_id":15038313185550868}\n[1]\n{"a');
  const { code } = await uploaded(file, ['--rejects', `${file}.rejects.csv`]);
  expect([code, rejectsOf(file).slice(1, -1)]).toEqual([
    1,
    [
      '2,twitter_id,"The value must be a string, or a list of strings."',
      '3,,This is not a JSON object.',
      '4,,This is not a JSON object.',
    ],
  ]);
});

test('the valid ones of several identifiers are sent', { timeout: patience }, async () => {
  const person = { email: ['a@b.example', 'n/a', 'test@test.com'], partner_user_id: 'NULL' };
  const file = newFile(`${JSON.stringify({ ' Email\u200b': 'c@d.example', ...person })}\n`);
  const { code, out } = await uploaded(file);
  expect([code, lineOf(out)]).toMatchObject([1, { people: 1, rejected: 3, complete: false }]);
  const email = ['c@d.example', 'a@b.example'].map(sha256);
  expect(operations()[0][0].params.users).toEqual([{ email }]);
  const placeholder = 'must identify one person, but is a placeholder.';
  expect(rejectsOf(file).slice(1, -1)).toEqual([
    '1,email,Email must be an e-mail address.',
    `1,email,"Email ${placeholder}"`,
    `1,partner_user_id,"Partner user ID ${placeholder}"`,
  ]);
});

describe('people', { timeout: patience }, () => {
  const jane = sha256('j\u00fcrgen@a.example');
  const lines = ['Email\u200b;Name', 'j\u00fcrgen@a.example;"a\u2028\u0085;b"', ''].join('\r\n');
  const utf16 = Buffer.from(`\uFEFF${lines}`, 'utf16le');
  test.each([
    ['semicolons', lines],
    ['tabs', lines.replaceAll(/;(?!b)/g, '\t')],
    ['a line that names the separator', `sep=;\r\n${lines}`],
    ['UTF-16, little end first', utf16],
    ['UTF-16, big end first', Buffer.from(utf16).swap16()],
    ['NDJSON with a line separator in a text', '{"email":"j\u00fcrgen@a.example","n":"\u2028"}\n'],
  ])('are read from a file with %s', async (_name, content) => {
    const { code, out, err } = await uploaded(newFile(content), ['--ignore', 'Name,n']);
    expect([code, lineOf(out), err]).toMatchObject([
      0,
      { people: 1, rejected: 0 },
      expect.stringContaining('1 people'),
    ]);
    expect(operations()[0][0].params.users).toEqual([{ email: [jane] }]);
  });
});

describe('a response', { timeout: patience }, () => {
  const match = { endpoint: 'updateCustomAudienceUsers' } as const;

  test.each<Fault>([
    { kind: 'drop', apply: true },
    { kind: 'cut', at: 'headers' },
    { kind: 'cut', at: 'body' },
    { kind: 'truncate' },
    { kind: 'answer', status: 500, apply: true },
  ])('that is lost (%j) makes the same people be sent again', async (fault) => {
    running.emulator.fault({ match, fault, times: 1 });
    const { code, out } = await uploaded(newFile('email\na@b.example\n'));
    expect([code, lineOf(out).applied]).toEqual([0, 1]);
    const [first, second, ...others] = operations();
    expect([second, others]).toEqual([first, []]);
  });

  test('that has other counts three times is reported, and the rest is sent', async () => {
    const columns = { success_count: 2499 };
    running.emulator.fault({ match, fault: { kind: 'merge', columns }, times: 3 });
    const file = newFile(`email\n${emails(0, 2501).join('\n')}`);
    const state = join(folder, 'unequal-state');
    const { code, out, err } = await uploaded(file, ['--state', state]);
    expect([code, lineOf(out)]).toMatchObject([1, { applied: 1, unequal: 2500, complete: false }]);
    expect(err).toMatch(
      /^ads-graph: lines 2 to 2501: 2500 records were sent; the API counted: successCount 2499, /m,
    );
    expect(calls()).toHaveLength(4);
    // The next run sends those alone.
    const again = await uploaded(file, ['--state', state]);
    expect([again.code, lineOf(again.out)]).toMatchObject([0, { applied: 2501, calls: 1 }]);
    expect(again.err).toContain('Of 2 calls, 1 succeeded in an earlier run.\n');
  });

  test('that is a refusal ends the upload', async () => {
    const [read] = [['--account', bikes]];
    const file = newFile(`email\n${emails(0, 2501).join('\n')}`);
    const { code, err } = await uploaded(file, read);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /\nads-graph: lines 2 to 2501 and what follows are not sent\nads-graph: \S/,
      ),
    ]);
    expect(calls()).toHaveLength(1);
  });
});

describe('an upload that is killed', () => {
  const count = runs(15_000, 250_000);
  const batches = count / 2500;

  test(
    'continues with its state: everything is applied, nothing again after a complete response',
    async () => {
      const random = randomFrom(seed);
      const file = newFile(`email\n${emails(0, count).join('\n')}\n`);
      const options = ['--state', join(folder, 'killed-state'), '--quiet'];
      const match = { endpoint: 'updateCustomAudienceUsers' } as const;
      const lost: readonly Fault[] = [
        { kind: 'drop', apply: true },
        { kind: 'drop' },
        { kind: 'answer', status: 503, apply: true },
      ];
      const usedUp = (): Fault => {
        const reset = String(Math.ceil(Date.now() / 1000) + 25);
        return { kind: 'answer', status: 429, headers: { 'x-rate-limit-reset': reset } };
      };
      const kills = runs(3, 20);
      const part = Math.ceil(batches / (kills + 1));
      for (let kill = 0; kill < kills; kill += 1) {
        if (kill % 8 === 0) running.emulator.fault({ match, fault: usedUp(), times: 1 });
        const skip = random.upTo(part);
        running.emulator.fault({ match, skip, times: 1, fault: random.of(lost) });
        const child = startCommand(words(file, options), env);
        const ended = once(child, 'exit');
        const last = calls().length + random.upTo(part);
        while (calls().length <= last && child.exitCode === null) await pause(1);
        await pause(random.upTo(30));
        child.kill('SIGKILL');
        await ended;
      }
      const { code, out } = await uploaded(file, options);
      expect([code, lineOf(out)]).toMatchObject([0, { people: count, applied: count }]);
      expect(new Set(members()).size).toBe(count);
      const complete = calls().filter(({ status }) => status === 200);
      // A batch is identified by its first people.
      const sent = new Set(complete.map(({ body }) => body.slice(0, 500)));
      expect([complete.length, sent.size]).toEqual([batches, batches]);
    },
    patience,
  );
});

test('a state belongs to one upload', { timeout: patience }, async () => {
  const file = newFile('email\na@b.example\n');
  const state = join(folder, 'other-state');
  await uploaded(file, ['--state', state]);
  const other = await uploaded(file, ['--state', state, '--delete']);
  const said = `ads-graph: --state ${state} belongs to an upload with another`;
  expect([other.code, other.err]).toEqual([2, `${said} delete\n`]);
  const elsewhere = 'http://127.0.0.1:9/graphql';
  const moved = await uploaded(file, ['--state', state, '--url', elsewhere]);
  expect([moved.code, moved.err]).toEqual([2, `${said} gateway\n`]);
  writeFileSync(file, 'email\nb@b.example\n');
  const changed = await uploaded(file, ['--state', state]);
  expect([changed.code, changed.err]).toEqual([2, `${said} file\n`]);
});

test('over an emulator of its own it warns that nothing is stored, and keeps no state', {
  timeout: patience,
}, async () => {
  const file = newFile('email\na@b.example\n');
  const state = join(folder, 'no-state');
  const where = ['--account', coffee, '--audience', audience, '--file', file, '--state', state];
  const { code, out, err } = await command(['audience', 'upload', ...where]);
  expect([code, lineOf(out).applied, existsSync(state)]).toEqual([0, 1, false]);
  expect(err).toContain('Without --state, the progress of this upload is not saved.\n');
});

test('a gateway that answers only trusted documents knows the documents of the command', async () => {
  const manifest = new URL('../../commands/documents.json', import.meta.url);
  const documents: string[] = Object.values(JSON.parse(readFileSync(manifest, 'utf8')));
  expect(documents.some((text) => text.includes('updateCustomAudienceUsers'))).toBe(true);
});

describe('invalid usage', { timeout: patience }, () => {
  const file = newFile('email\na@b.example\n');
  const where = ['--account', 'a', '--audience', 'b'];
  test.each([
    [['remove'], 'ads-graph audience has no remove, only upload'],
    [['upload', '--audience', 'b', '--file', file], '--account ID is missing'],
    [['upload', '--account', 'a', '--file', file], '--audience ID is missing'],
    [['upload', ...where], '--file FILE is missing'],
    [['upload', ...where, '--file', '/none'], '--file /none cannot be read: ENOENT'],
    [
      ['upload', ...where, '--file', newFile('a@b.example,1\n')],
      '--file has no header with an identifier; name its --columns, or --map its names; it takes email, phone_number, device_id, handle, twitter_id, partner_user_id',
    ],
    [
      ['upload', ...where, '--file', file, '--columns', 'e-mail'],
      '--columns has no e-mail; it takes email, phone_number, device_id, handle, twitter_id, partner_user_id',
    ],
    [['upload', ...where, '--file', newFile('')], '--file has no records'],
    [['upload', ...where, '--file', newFile('email\n')], '--file has no people'],
    [
      ['upload', ...where, '--file', file, '--account', 'no id!'],
      '--account must be an id such as 18ce54d4x5t',
    ],
    [
      ['upload', ...where, '--file', newFile('[{"email":"a@b.example"}]')],
      '--file is a JSON array; it must have one object per line',
    ],
    [
      [
        'upload',
        ...where,
        '--file',
        newFile(Buffer.from('email\nj\u00fcrgen@a.example\n', 'latin1')),
      ],
      'Line 2 of --file is not UTF-8; save the file as UTF-8',
    ],
    [
      ['upload', ...where, '--file', newFile(Buffer.from('email\na@b.example\n', 'utf16le'))],
      'Line 1 of --file is not UTF-8: it has NUL characters',
    ],
    [
      ['upload', ...where, '--file', newFile('email\ra@b.example\r')],
      'Line 1 of --file has carriage returns within; lines must end with a line feed',
    ],
    [
      ['upload', ...where, '--file', newFile('email\na@b.example\n"c\n')],
      'Line 3 of --file has a quote that is not closed',
    ],
  ])('is %j', async (options, message) => {
    const { code, out, err } = await command(['audience', ...options]);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: `ads-graph: ${message}\n` });
  });
});
