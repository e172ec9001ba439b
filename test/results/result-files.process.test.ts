import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../../emulator/server.ts';
import { createEmulator } from '../../emulator/server.ts';
import type { Answer } from '../support/gateway.ts';
import type { SpawnedGateway } from '../support/spawned-gateway.ts';
import { ownerOf, spawnGateway } from '../support/spawned-gateway.ts';

const a = '18ce54bik3s';

/** A text of many times the same, between a beginning and an end. */
interface Repeated {
  readonly begin?: string;
  readonly of: string;
  readonly times: number;
  readonly end?: string;
}

function* piecesOf({ begin = '', of, times, end = '' }: Repeated): Generator<string> {
  const most = Math.max(1, Math.floor(1_000_000 / of.length));
  yield begin;
  for (let left = times; left > 0; left -= most) yield of.repeat(Math.min(most, left));
  yield end;
}

const metrics = [
  'impressions clicks engagements retweets replies likes follows appClicks urlClicks cardEngagements',
  'videoTotalViews videoViews25 videoViews50 videoViews75 videoViews100 billedChargeLocalMicro',
].join(' ');

describe('the process survives a file of a job', () => {
  let held: Repeated = { of: '', times: 0 };
  const files = createServer((_req, res) => {
    void pipeline(Readable.from(piecesOf(held)), createGzip({ level: 1 }), res).catch(() => null);
  });
  let host: string;
  let emulator: Emulator;
  let gateway: SpawnedGateway;
  let isStarted = false;
  const peaks: Record<string, number> = {};

  beforeAll(async () => {
    await once(files.listen(0, '127.0.0.1'), 'listening');
    host = `127.0.0.1:${(files.address() as AddressInfo).port}`;
    emulator = await createEmulator({ rateWindows: false });
  });
  beforeEach(async () => {
    if (isStarted && gateway.isRunning()) return;
    gateway = await spawnGateway(emulator, {
      env: {
        ...ownerOf(emulator),
        STATS_RESULT_HOSTS: host,
        TIMEOUT_OPERATION_MS: '120000',
        LOG_LEVEL: 'silent',
      },
      node: ['--max-old-space-size=512'],
    });
    isStarted = true;
  });
  afterAll(async () => {
    for (const [what, bytes] of Object.entries(peaks)) {
      console.info(`peak ${Math.round(bytes / 2 ** 20)} MiB: a file ${what}`);
    }
    await gateway.kill();
    await emulator.close();
    files.close();
  });

  const ask = async (query: string): Promise<Answer> => {
    const response = await fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as Answer;
  };

  const results = async (file: Repeated, selection: string) => {
    held = file;
    const job = {
      id: '1900000000000000009',
      id_str: '1900000000000000009',
      status: 'SUCCESS',
      url: `http://${host}/x.json.gz`,
      entity: 'CAMPAIGN',
      entity_ids: ['cik3s000'],
      granularity: 'HOUR',
      start_time: '2026-08-01T00:00:00Z',
      end_time: '2026-10-30T00:00:00Z',
    };
    emulator.reset();
    emulator.fault({
      match: { endpoint: 'listStatsJobs' },
      fault: { kind: 'answer', status: 200, json: { data: [job], next_cursor: null } },
    });
    return ask(
      `{ account(id: "${a}") { statsJob(id: "${job.id}") { results { ${selection} } } } }`,
    );
  };

  const hours = Array(2160).fill(0).join();
  test.for<readonly [string, Repeated]>([
    ['of brackets', { of: '[', times: 60_000_000 }],
    ['of objects in objects', { of: '{"a":', times: 10_000_000 }],
    [
      'of numbers before an id',
      { begin: '{"data":[{"id_data":[0', of: ',0', times: 30_000_000, end: '],"id":"cik3s000"}]}' },
    ],
    [
      'of objects before an id',
      { begin: '{"data":[{"id_data":[{}', of: ',{"a":{}}', times: 7_000_000, end: '],"id":"x"}]}' },
    ],
    [
      'of numbers in one entry',
      {
        begin: '{"data":[{"id":"cik3s000","id_data":[{"metrics":{"impressions":[0',
        of: ',0',
        times: 30_000_000,
        end: ']}}]}]}',
      },
    ],
    [
      'of entries without figures',
      {
        begin: '{"data":[{"id":"cik3s000","id_data":[{"metrics":{}}',
        of: ',{"metrics":{}}',
        times: 4_000_000,
        end: ']}]}',
      },
    ],
    ['of entities', { begin: '{"data":[{"id":"x"}', of: ',{"id":"y"}', times: 6_000_000 }],
    [
      'of one number',
      { begin: '{"data":[{"id":"cik3s000","id_data":[', of: '1', times: 60_000_000 },
    ],
    [
      'of one text',
      { begin: '{"data":[{"id":"', of: '\\n', times: 30_000_000, end: '","id_data":[]}]}' },
    ],
    [
      'of figures',
      {
        begin: '{"data":[{"id":"cik3s000","id_data":[{"metrics":{}}',
        of: `,{"segment":{"segment_name":"x"},"metrics":{"impressions":[${hours}],"clicks":[${hours}]}}`,
        times: 7000,
        end: ']}]}',
      },
    ],
  ])('%s', { timeout: 120_000 }, async ([what, file]) => {
    gateway.forgetPeak();
    const { data, errors = [] } = await results(file, `total { ${metrics} }`);
    peaks[what] = gateway.peakBytes();
    expect(gateway.isRunning()).toBe(true);
    expect(data?.account.statsJob.results).toBeNull();
    expect(errors.map(({ extensions: { code } }) => code)).toEqual(['UPSTREAM_BAD_RESPONSE']);
    expect((await ask('{ viewer { asOwner } }')).data).toEqual({ viewer: { asOwner: true } });
  });
});
