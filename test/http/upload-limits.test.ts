import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';
import type { Overrides, Running } from '../support/gateway.ts';
import { startGateway } from '../support/gateway.ts';
import { videoOf } from '../support/pictures.ts';

const segment = 2 * 1024 * 1024;

const withGateway = async (
  overrides: Overrides,
  work: (running: Running) => Promise<void>,
): Promise<void> => {
  const running = await startGateway(overrides);
  try {
    await work(running);
  } finally {
    await running.close();
  }
};

const stage = async (running: Running, totalBytes: number) => {
  const { data } = await running.ask(
    `mutation ($input: StageMediaInput!) {
      stageMedia(input: $input) { outcome upload { url } errors { message argument } }
    }`,
    {
      input: {
        accountId: '18ce54bik3s',
        mediaCategory: 'AMPLIFY_VIDEO',
        mediaType: 'video/mp4',
        totalBytes,
        fileName: 'a secret name.mp4',
      },
    },
  );
  return data.stageMedia;
};

/** A PUT of which only the first bytes are sent. */
const begun = (url: string, length: number, first: Buffer): ClientRequest => {
  const sent = request(url, { method: 'PUT', headers: { 'content-length': length } });
  sent.on('error', () => undefined);
  sent.write(first);
  return sent;
};
const answerTo = async (sent: ClientRequest): Promise<number> => {
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
};
const offsetOf = async (url: string): Promise<string | null> =>
  (await fetch(url, { method: 'HEAD' })).headers.get('upload-offset');

describe('uploads', () => {
  test('are at most LIMIT_UPLOADS at once, while operations run as before', async () => {
    const env = { LIMIT_UPLOADS: '1', LIMIT_WAITING: '0', LIMIT_WAIT_MS: '0' };
    await withGateway({ env }, async (running) => {
      const bytes = videoOf(segment + 10);
      const [one, other] = [await stage(running, bytes.length), await stage(running, 10)];
      const first = begun(one.upload.url, bytes.length, bytes.subarray(0, segment));
      await expect.poll(() => offsetOf(one.upload.url)).toBe(String(segment));
      const refused = await fetch(other.upload.url, { method: 'PUT', body: 'x'.repeat(10) });
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(
        (await running.ask('{ accounts(first: 1) { nodes { name } } }')).errors,
      ).toBeUndefined();
      const ended = answerTo(first);
      first.end(bytes.subarray(segment));
      expect(await ended).toBe(200);
    });
  });

  test('are at most LIMIT_UPLOAD_BYTES long', async () => {
    await withGateway({ env: { LIMIT_UPLOAD_BYTES: '1000' } }, async (running) => {
      const { outcome, errors } = await stage(running, 1001);
      expect(outcome).toBe('REJECTED');
      expect(errors).toEqual([
        { argument: 'input.totalBytes', message: 'Total bytes must be at most 1000.' },
      ]);
      expect(running.emulator.calls()).toHaveLength(0);
    });
  });

  test('may take longer than other requests, but must not pause for as long', async () => {
    await withGateway({ env: { TIMEOUT_REQUEST_MS: '1000' } }, async (running) => {
      const bytes = videoOf(1000);
      const { upload } = await stage(running, bytes.length);
      const slow = begun(upload.url, bytes.length, bytes.subarray(0, 100));
      const started = performance.now();
      for (let at = 100; at < 900; at += 100) {
        await new Promise((resolve) => setTimeout(resolve, 150));
        slow.write(bytes.subarray(at, at + 100));
      }
      expect(performance.now() - started).toBeGreaterThan(1000);
      const ended = answerTo(slow);
      slow.end(bytes.subarray(900));
      expect(await ended).toBe(200);
      const paused = begun((await stage(running, 1000)).upload.url, 1000, bytes.subarray(0, 100));
      expect(await answerTo(paused)).toBe(408);
      paused.destroy();
    });
  });

  test('have TIMEOUT_UPLOAD_MS for a PUT, even if bytes keep arriving, and then continue', async () => {
    await withGateway({ env: { TIMEOUT_UPLOAD_MS: '1000' } }, async (running) => {
      const bytes = videoOf(segment + 5000);
      const { upload } = await stage(running, bytes.length);
      const slow = begun(upload.url, bytes.length, bytes.subarray(0, segment));
      await expect.poll(() => offsetOf(upload.url)).toBe(String(segment));
      let at = segment;
      const dripping = setInterval(() => {
        slow.write(bytes.subarray(at, at + 1));
        at += 1;
      }, 20);
      expect(await answerTo(slow)).toBe(408);
      clearInterval(dripping);
      slow.destroy();
      expect(at).toBeLessThan(bytes.length);
      const rest = await fetch(upload.url, {
        method: 'PUT',
        body: new Uint8Array(bytes.subarray(segment)),
        headers: { 'content-range': `bytes ${segment}-${bytes.length - 1}/${bytes.length}` },
      });
      expect(rest.status).toBe(200);
    });
  });

  test('do not change the time for other bodies', async () => {
    await withGateway({ env: { TIMEOUT_REQUEST_MS: '700' } }, async (running) => {
      const slow = request(running.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': 100 },
      });
      slow.on('error', () => undefined);
      slow.write('{');
      expect(await answerTo(slow)).toBe(408);
      slow.destroy();
    });
  });

  test('that are running when the gateway stops continue elsewhere', async () => {
    const running = await startGateway();
    const bytes = videoOf(2 * segment);
    const { upload } = await stage(running, bytes.length);
    const sent = begun(upload.url, bytes.length, bytes.subarray(0, segment));
    await expect.poll(() => offsetOf(upload.url)).toBe(String(segment));
    const closing = running.close();
    const ended = answerTo(sent);
    sent.end(bytes.subarray(segment));
    expect(await ended).toBe(503);
    await closing;
  });

  test('are counted and logged, without their names and bytes', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const { createServer } = await import('node:net');
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const address = free.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    free.close();
    await once(free, 'close');
    await withGateway({ env: { ADMIN_PORT: port }, parts: { log } }, async (running) => {
      const bytes = videoOf(1000);
      const { upload } = await stage(running, bytes.length);
      await fetch(upload.url, { method: 'PUT', body: new Uint8Array(bytes) });
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      expect(metrics).toContain('ads_graph_uploads_total{end="complete"} 1');
      await expect.poll(() => lines.join('')).toContain('"upload":"complete"');
      const shown = lines.join('') + metrics;
      expect(shown).not.toContain('secret name');
      expect(shown).not.toContain(upload.url.slice(-40));
    });
  });

  test('are accepted from pages of allowed origins, which may read the number of received bytes', async () => {
    const env = { ALLOWED_ORIGINS: 'https://front.example' };
    await withGateway({ env }, async (running) => {
      const { upload } = await stage(running, 1000);
      const origin = 'https://front.example';
      const asked = await fetch(upload.url, { method: 'OPTIONS', headers: { origin } });
      expect(asked.status).toBe(204);
      expect(asked.headers.get('access-control-allow-methods')).toBe('PUT, HEAD');
      expect(asked.headers.get('access-control-allow-headers')).toContain('content-range');
      const head = await fetch(upload.url, { method: 'HEAD', headers: { origin } });
      expect(head.headers.get('access-control-allow-origin')).toBe(origin);
      expect(head.headers.get('access-control-expose-headers')).toContain('upload-offset');
      const other = { origin: 'https://other.example' };
      const foreign = await fetch(upload.url, { method: 'OPTIONS', headers: other });
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    });
  });
});
