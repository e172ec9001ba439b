import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createMemoryStore } from '../../src/state/memory.ts';
import { StoreError } from '../../src/state/store.ts';
import type { Answer, Running } from '../support/gateway.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { blocksOf } from '../support/pages.ts';
import { bmpOf, jpegOf, pngOf, tiffOf, videoOf } from '../support/pictures.ts';
import { signIn } from '../support/visitor.ts';

const account = '18ce54bik3s';
const author = '1480000000000000101';
const segment = 2 * 1024 * 1024;

const documents = blocksOf('media.md', 'graphql');
const [stageDocument = '', stagedDocument = '', addDocument = ''] = documents;
const [postDocument = '', promoteDocument = ''] = documents.slice(3);

let passedMs = 0;
const now = (): number => Date.now() + passedMs;
const running = useGateway({ parts: { now }, emulator: { now } });

beforeEach(() => {
  running.emulator.reset({ data: true });
});

const image = {
  accountId: account,
  mediaCategory: 'TWEET_IMAGE',
  mediaType: 'image/png',
  fileName: 'bike.png',
  name: 'Bike',
};
const video = {
  accountId: account,
  mediaCategory: 'AMPLIFY_VIDEO',
  mediaType: 'video/mp4',
  fileName: 'spot.mp4',
};

const stage = async (input: object, at: Running = running) => {
  const { data, errors } = await at.ask(stageDocument, { input });
  expect(errors).toBeUndefined();
  return data.stageMedia;
};
const stageBytes = async (kind: object, bytes: Buffer, at: Running = running) => {
  const { outcome, upload, mediaKey, mediaId } = await stage(
    { ...kind, totalBytes: bytes.length },
    at,
  );
  expect(outcome).toBe('APPLIED');
  return { url: upload.url as string, mediaKey, mediaId };
};
const put = (url: string, body: Buffer | null, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', body: body === null ? null : new Uint8Array(body), headers });
const part = (bytes: Buffer, from: number, to: number) => ({
  body: bytes.subarray(from, to),
  headers: { 'content-range': `bytes ${from}-${to - 1}/${bytes.length}` },
});
const offsetOf = async (url: string): Promise<string | null> =>
  (await fetch(url, { method: 'HEAD' })).headers.get('upload-offset');
const staged = async (upload: string, at: Running = running): Promise<Answer> =>
  at.ask(stagedDocument, { upload });
const callsTo = (endpoint: string, at: Running = running) =>
  at.emulator.calls().filter((call) => call.endpoint === endpoint);
const kept = async (mediaKey: string, at: Running = running): Promise<string> => {
  const response = await fetch(`${at.emulator.url}/__emulator/media/${mediaKey}`);
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
};
const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const codesIn = async (response: Response): Promise<readonly string[]> => {
  const { errors = [] } = (await response.json()) as {
    errors?: { extensions: { code: string } }[];
  };
  return errors.map(({ extensions }) => extensions.code);
};

const bitmap = { ...image, mediaType: 'image/bmp' };

describe('a file of each type', () => {
  test.each([
    ['TWEET_IMAGE', 'image/jpeg', 'IMAGE', jpegOf(800, 419)],
    ['TWEET_IMAGE', 'image/pjpeg', 'IMAGE', jpegOf(800, 419)],
    ['TWEET_IMAGE', 'image/bmp', 'IMAGE', bmpOf(800, 419)],
    ['TWEET_IMAGE', 'image/tiff', 'IMAGE', tiffOf(800, 419, 'II')],
    ['TWEET_IMAGE', 'image/tiff', 'IMAGE', tiffOf(800, 419, 'MM')],
    ['AMPLIFY_VIDEO', 'video/quicktime', 'VIDEO', videoOf(5000)],
    ['TWEET_VIDEO', 'video/quicktime', 'VIDEO', videoOf(5000)],
    ['AMPLIFY_VIDEO', 'video/webm', 'VIDEO', videoOf(5000)],
    ['AMPLIFY_VIDEO', 'video/mp2t', 'VIDEO', videoOf(5000)],
  ])('is uploaded as %s: %s', async (mediaCategory, mediaType, shown, bytes) => {
    running.emulator.set({ mediaProcessingMs: 0 });
    const { url, mediaKey } = await stageBytes(
      { accountId: account, mediaCategory, mediaType, fileName: 'file' },
      bytes,
    );
    expect((await put(url, bytes)).status).toBe(200);
    expect((await staged(url)).data.stagedMedia).toMatchObject({ state: 'READY', error: null });
    expect(JSON.parse(callsTo('stageMedia')[0]?.body ?? '')).toMatchObject({
      media_type: mediaType,
    });
    const added = await running.ask(addDocument, { input: { accountId: account, mediaKey } });
    expect(added.data.addMediaLibraryItem).toMatchObject({
      outcome: 'APPLIED',
      mediaLibraryItem: { mediaType: shown },
    });
  });
});

describe('a segment', () => {
  const sent = async (fault: object) => {
    const bytes = pngOf(800, 419, 10_000);
    const { url } = await stageBytes(image, bytes);
    running.emulator.fault({ match: { endpoint: 'appendMedia' }, fault: fault as never });
    return (await put(url, bytes)).status;
  };

  test.for([200, 201, 204])('is accepted if the answer is %i without a body', async (status) => {
    // The emulator has the segment, and the answer that confirms it is lost.
    expect(await sent({ kind: 'answer', status, text: '', apply: true })).toBe(200);
  });

  test('is not accepted if the answer is no JSON', async () => {
    expect(await sent({ kind: 'answer', status: 200, text: '<html>', apply: true })).toBe(502);
  });
});

describe('the whole way of media', () => {
  test('goes from upload to library, post and promotion', async () => {
    const bytes = pngOf(1200, 628, 3_000_000);
    const { url, mediaKey } = await stageBytes(image, bytes);
    const response = await put(url, bytes);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ receivedBytes: 3_000_000, totalBytes: 3_000_000 });
    const ready = await staged(url);
    expect(ready.data.stagedMedia).toEqual({
      state: 'READY',
      receivedBytes: 3_000_000,
      totalBytes: 3_000_000,
      mediaKey,
      fileName: 'bike.png',
      name: 'Bike',
      error: null,
    });
    const added = await running.ask(addDocument, {
      input: { accountId: account, mediaKey, name: 'Bike', fileName: 'bike.png' },
    });
    const { mediaUrl, ...item } = added.data.addMediaLibraryItem.mediaLibraryItem;
    expect(item).toEqual({
      mediaKey,
      name: 'Bike',
      fileName: 'bike.png',
      posterMediaUrl: null,
      mediaType: 'IMAGE',
    });
    const shown = await fetch(mediaUrl);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(digestOf(Buffer.from(await shown.arrayBuffer()))).toBe(digestOf(bytes));
    const post = await running.ask(postDocument, {
      input: {
        accountId: account,
        asUserId: author,
        text: 'A new bike #spring',
        mediaKeys: [mediaKey],
        name: 'Spring bike',
      },
    });
    expect(post.data.createTweet).toMatchObject({
      outcome: 'APPLIED',
      tweet: { text: 'A new bike #spring', name: 'Spring bike' },
    });
    const { restId } = post.data.createTweet.tweet;
    const promoted = await running.ask(promoteDocument, {
      input: { accountId: account, lineItemId: 'lik3s000', tweetIds: [restId] },
    });
    expect(promoted.data.createPromotedTweets).toEqual({
      outcome: 'APPLIED',
      errors: [],
      promotedTweets: [
        {
          tweetId: restId,
          tweet: {
            fullText: 'A new bike #spring',
            extendedEntities: {
              media: [{ media_key: mediaKey, media_url_https: mediaUrl, type: 'IMAGE' }],
            },
          },
        },
      ],
    });
    expect(running.emulator.calls().map((call) => call.endpoint)).toEqual([
      'stageMedia',
      'appendMedia',
      'appendMedia',
      'finalizeMedia',
      'addMediaLibraryItem',
      'createTweet',
      'createPromotedTweets',
      'listTweets',
    ]);
    expect(callsTo('appendMedia').map(({ body }) => body)).toEqual([
      `segment_index=0&media=<${segment} bytes>`,
      `segment_index=1&media=<${3_000_000 - segment} bytes>`,
    ]);
  });

  test('of a video waits until it is processed, and polls no sooner than the API allows', async () => {
    passedMs = 0;
    running.emulator.set({ mediaProcessingMs: 5000 });
    const bytes = videoOf(5_000_000);
    const { url, mediaKey } = await stageBytes(video, bytes);
    expect((await put(url, bytes)).status).toBe(200);
    expect((await staged(url)).data.stagedMedia.state).toBe('PROCESSING');
    expect((await staged(url)).data.stagedMedia.state).toBe('PROCESSING');
    expect(callsTo('getStagedMedia')).toHaveLength(0);
    passedMs += 6000;
    const { data, calls } = await staged(url.slice(url.lastIndexOf('/') + 1));
    expect(data.stagedMedia.state).toBe('READY');
    expect(calls.map((call) => [call.endpoint, call.query])).toEqual([
      ['getStagedMedia', { command: 'STATUS', media_id: mediaKey.slice(3) }],
    ]);
    expect((await staged(url)).calls).toHaveLength(0);
    const added = await running.ask(
      `mutation ($input: AddMediaLibraryItemInput!) {
        addMediaLibraryItem(input: $input) { outcome mediaLibraryItem { posterMediaUrl mediaUrl } }
      }`,
      { input: { accountId: account, mediaKey, title: 'Spot' } },
    );
    const { mediaLibraryItem } = added.data.addMediaLibraryItem;
    const poster = await fetch(mediaLibraryItem.posterMediaUrl);
    expect(poster.headers.get('content-type')).toBe('image/svg+xml');
    expect((await fetch(mediaLibraryItem.mediaUrl)).headers.get('content-type')).toBe('video/mp4');
    const { data: preroll } = await running.ask(
      `{ account(id: "${account}") { accountMedia(first: 200, orderBy: { direction: DESC }) { nodes { creativeType videoId } } } }`,
    );
    expect(preroll.account.accountMedia.nodes).toContainEqual({
      creativeType: 'PREROLL',
      videoId: mediaKey,
    });
  });

  test('of a video that cannot be processed ends with the reason', async () => {
    running.emulator.set({ mediaProcessingMs: 0, mediaFailure: 'The video has no frames' });
    const bytes = videoOf(1000);
    const { url } = await stageBytes(video, bytes);
    await put(url, bytes);
    expect((await staged(url)).data.stagedMedia).toMatchObject({
      state: 'FAILED',
      error: 'The video has no frames',
    });
  });
});

describe('the bytes of an upload', () => {
  test('continue after a lost connection, from the end of the last confirmed segment', async () => {
    const bytes = videoOf(5_000_000);
    const { url, mediaKey } = await stageBytes(video, bytes);
    const cut = request(url, { method: 'PUT', headers: { 'content-length': bytes.length } });
    const closed = new Promise((resolve) => cut.on('close', resolve));
    cut.on('error', () => undefined);
    cut.write(bytes.subarray(0, segment + 1000));
    await expect.poll(() => offsetOf(url)).toBe(String(segment));
    cut.destroy();
    await closed;
    const rest = part(bytes, segment, bytes.length);
    expect((await put(url, rest.body, rest.headers)).status).toBe(200);
    expect(await kept(mediaKey)).toBe(digestOf(bytes));
    expect(callsTo('appendMedia').map(({ body }) => body.split('&')[0])).toEqual([
      'segment_index=0',
      'segment_index=1',
      'segment_index=2',
    ]);
    expect(callsTo('finalizeMedia')).toHaveLength(1);
  });

  test('arrive in parts of whole segments, through any replica', async () => {
    const secret = 'a secret of at least thirty-two bytes';
    const store = createMemoryStore();
    const { upstream } = readConfig(running.emulator.variables);
    if (upstream === null) throw new Error('the variables name an emulator');
    const replica = () =>
      startGateway({
        env: { SESSION_SECRET: secret },
        config: { upstream },
        parts: { store },
      });
    const [one, other] = [await replica(), await replica()];
    const bytes = videoOf(2 * segment + 7);
    const { url, mediaKey } = await stageBytes(video, bytes, one);
    const elsewhere = url.replace(new URL(one.url).origin, new URL(other.url).origin);
    const first = part(bytes, 0, segment);
    const response = await put(url, first.body, first.headers);
    expect(await response.json()).toEqual({ receivedBytes: segment, totalBytes: bytes.length });
    expect(await offsetOf(elsewhere)).toBe(String(segment));
    expect((await staged(url, other)).data.stagedMedia).toMatchObject({
      state: 'UPLOADING',
      receivedBytes: segment,
    });
    const rest = part(bytes, segment, bytes.length);
    expect((await put(elsewhere, rest.body, rest.headers)).status).toBe(200);
    expect(await kept(mediaKey)).toBe(digestOf(bytes));
    await Promise.all([one.close(), other.close()]);
  });

  test('are sent again if a segment is lost', async () => {
    const bytes = videoOf(2 * segment);
    const { url, mediaKey } = await stageBytes(video, bytes);
    running.emulator.fault({
      match: { endpoint: 'appendMedia' },
      times: 1,
      fault: { kind: 'drop' },
    });
    running.emulator.fault({
      match: { endpoint: 'appendMedia' },
      times: 1,
      fault: { kind: 'answer', status: 503 },
    });
    expect((await put(url, bytes)).status).toBe(200);
    expect(callsTo('appendMedia').map(({ body }) => body.split('&')[0])).toEqual([
      'segment_index=0',
      'segment_index=0',
      'segment_index=0',
      'segment_index=1',
    ]);
    expect(await kept(mediaKey)).toBe(digestOf(bytes));
  });

  test('are completed once, although the API may or may not have received the completion', async () => {
    const bytes = pngOf(800, 419);
    const { url } = await stageBytes(image, bytes);
    const match = { endpoint: 'finalizeMedia' } as const;
    running.emulator.fault({ match, times: 1, fault: { kind: 'drop', apply: true } });
    expect((await put(url, bytes)).status).toBe(200);
    expect((await staged(url)).data.stagedMedia.state).toBe('READY');
    const again = await put(url, null, { 'content-range': `bytes */${bytes.length}` });
    expect(again.status).toBe(200);
    expect((await put(url, bytes)).status).toBe(409);
    expect(callsTo('finalizeMedia')).toHaveLength(1);
  });

  test('fail if the completion was lost before the API received it', async () => {
    const bytes = pngOf(800, 419);
    const { url } = await stageBytes(image, bytes);
    const match = { endpoint: 'finalizeMedia' } as const;
    running.emulator.fault({ match, times: 1, fault: { kind: 'drop' } });
    await put(url, bytes);
    expect((await staged(url)).data.stagedMedia).toMatchObject({
      state: 'FAILED',
      error: 'The upload is not finalized',
    });
    expect(callsTo('finalizeMedia')).toHaveLength(1);
  });

  test('are not reported as failed while the completion is being sent', async () => {
    const bytes = pngOf(800, 419);
    const { url } = await stageBytes(image, bytes);
    const fault = { kind: 'delay', delayMs: 2000 } as const;
    running.emulator.fault({ match: { endpoint: 'finalizeMedia' }, times: 1, fault });
    const ended = put(url, bytes);
    await expect.poll(() => callsTo('finalizeMedia').length).toBe(1);
    // The clock of the client is ahead by more than the longest call.
    passedMs = 11_000;
    const { data, calls } = await staged(url);
    expect([data.stagedMedia.state, calls]).toEqual(['PROCESSING', []]);
    expect((await ended).status).toBe(200);
    expect((await staged(url)).data.stagedMedia.state).toBe('READY');
    passedMs = 0;
  });

  test('continue if the API fails for longer than retries last, and are completed once', async () => {
    const bytes = videoOf(2 * segment + 7);
    const { url, mediaKey } = await stageBytes(video, bytes);
    const match = { endpoint: 'appendMedia' } as const;
    // The second segment arrives, and its answer does not.
    running.emulator.fault({ match, skip: 1, fault: { kind: 'drop', apply: true } });
    const failed = await put(url, bytes);
    expect([failed.status, await codesIn(failed)]).toEqual([502, ['UPSTREAM_UNAVAILABLE']]);
    expect(await offsetOf(url)).toBe(String(segment));
    expect((await staged(url)).data.stagedMedia).toMatchObject({
      state: 'UPLOADING',
      receivedBytes: segment,
    });
    expect(callsTo('finalizeMedia')).toHaveLength(0);
    running.emulator.reset();
    const rest = part(bytes, segment, bytes.length);
    expect((await put(url, rest.body, rest.headers)).status).toBe(200);
    expect(callsTo('appendMedia').map(({ body }) => body.split('&')[0])).toEqual([
      'segment_index=1',
      'segment_index=2',
    ]);
    expect(callsTo('finalizeMedia')).toHaveLength(1);
    expect(await kept(mediaKey)).toBe(digestOf(bytes));
  });

  test('are completed by an empty part if the API has not received the completion', async () => {
    const bytes = pngOf(800, 419);
    const { url } = await stageBytes(image, bytes);
    const fault = { kind: 'answer', status: 401, json: { errors: [] } } as const;
    running.emulator.fault({ match: { endpoint: 'finalizeMedia' }, times: 1, fault });
    const refused = await put(url, bytes);
    expect([refused.status, await codesIn(refused)]).toEqual([502, ['UPSTREAM_AUTH_FAILED']]);
    expect(await offsetOf(url)).toBe(String(bytes.length));
    expect((await put(url, null, { 'content-range': `bytes */${bytes.length}` })).status).toBe(200);
    expect((await staged(url)).data.stagedMedia.state).toBe('READY');
  });

  test('are only for their viewer', async () => {
    const bytes = pngOf(800, 419);
    const { url } = await stageBytes(image, bytes);
    const stranger = await signIn(running, '1500000000000000002');
    const headers = { authorization: `Bearer ${stranger}` };
    const refused = await put(url, bytes, headers);
    expect([refused.status, await codesIn(refused)]).toEqual([404, ['NOT_FOUND']]);
    expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(404);
    const { data } = await running.ask(stagedDocument, { upload: url }, { headers });
    expect(data.stagedMedia).toBeNull();
    const proxied = await put(url, bytes, { 'x-forwarded-for': '203.0.113.7' });
    expect([proxied.status, await codesIn(proxied)]).toEqual([401, ['UNAUTHENTICATED']]);
    expect(callsTo('appendMedia')).toHaveLength(0);
  });

  test.each([
    ['another size', { 'content-range': 'bytes 0-63/65' }, 400, 'BAD_REQUEST'],
    ['no range', { 'content-range': 'bytes 0-63' }, 400, 'BAD_REQUEST'],
    ['bytes beyond the file', { 'content-range': 'bytes 1-64/64' }, 400, 'BAD_REQUEST'],
    ['another length', { 'content-range': 'bytes 0-9/64' }, 400, 'BAD_REQUEST'],
  ])('are refused with %s', async (_what, headers, status, code) => {
    const bytes = pngOf(800, 419, 64);
    const { url } = await stageBytes(image, bytes);
    const refused = await put(url, bytes, headers);
    expect([refused.status, await codesIn(refused)]).toEqual([status, [code]]);
    expect(callsTo('appendMedia')).toHaveLength(0);
  });

  test('are refused as a whole if they are fewer than the file has', async () => {
    const bytes = videoOf(2 * segment);
    const { url } = await stageBytes(video, bytes);
    expect((await put(url, bytes.subarray(0, segment + 10))).status).toBe(400);
    expect(callsTo('appendMedia')).toHaveLength(0);
  });

  test('are refused for now while the store does not respond', async () => {
    const memory = createMemoryStore();
    let isDown = false;
    const down = async (): Promise<never> => {
      throw new StoreError('the store does not respond');
    };
    const store = new Proxy(memory, {
      get: (target, method) => (isDown ? down : Reflect.get(target, method)),
    });
    const alone = await startGateway({ parts: { store } });
    const bytes = pngOf(800, 419);
    const { url } = await stageBytes(image, bytes, alone);
    isDown = true;
    const refused = await put(url, bytes);
    expect([refused.status, await codesIn(refused)]).toEqual([503, ['STATE_STORE_UNAVAILABLE']]);
    isDown = false;
    expect((await put(url, bytes)).status).toBe(200);
    await alone.close();
  });

  test('are refused with the right offset if they do not continue the upload', async () => {
    const bytes = videoOf(2 * segment);
    const { url } = await stageBytes(video, bytes);
    const later = part(bytes, segment, 2 * segment);
    const refused = await put(url, later.body, later.headers);
    expect([refused.status, refused.headers.get('upload-offset')]).toEqual([409, '0']);
    expect(await codesIn(refused)).toEqual(['CONFLICT']);
    const odd = part(bytes, 0, 1000);
    expect((await put(url, odd.body, odd.headers)).status).toBe(400);
  });

  test('are refused if the upload is unknown or expired', async () => {
    const bytes = pngOf(800, 419);
    const { url } = await stageBytes(image, bytes);
    expect((await put(`${url}x`, bytes)).status).toBe(404);
    expect((await put(new URL('/media/nothing', url).href, bytes)).status).toBe(404);
    expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(405);
    passedMs += 25 * 3_600_000;
    expect((await put(url, bytes)).status).toBe(404);
    passedMs = 0;
  });
});

describe('a slow API', () => {
  test('slows the client down: nothing is read before it has confirmed a segment', async () => {
    const bytes = videoOf(40_000_000);
    const { url } = await stageBytes(video, bytes);
    const fault = { kind: 'delay', delayMs: 800 } as const;
    running.emulator.fault({ match: { endpoint: 'appendMedia' }, times: 1, fault });
    const sent = request(url, { method: 'PUT', headers: { 'content-length': bytes.length } });
    const answered = once(sent, 'response');
    sent.end(bytes);
    await expect.poll(() => callsTo('appendMedia').length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(callsTo('appendMedia')).toHaveLength(1);
    // The buffers of sockets hold less than 40 MB, so the rest has not left the client.
    expect(sent.socket?.writableLength).toBeGreaterThan(0);
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    response.resume();
  });

  test('is not called by two requests: the later one takes over', async () => {
    const bytes = videoOf(segment + 1000);
    const { url, mediaKey } = await stageBytes(video, bytes);
    const first = request(url, { method: 'PUT', headers: { 'content-length': bytes.length } });
    const answered = once(first, 'response');
    first.write(bytes.subarray(0, segment));
    await expect.poll(() => offsetOf(url)).toBe(String(segment));
    const rest = part(bytes, segment, bytes.length);
    expect((await put(url, rest.body, rest.headers)).status).toBe(200);
    first.end(bytes.subarray(segment));
    const [{ statusCode }] = await answered;
    expect(statusCode).toBe(409);
    expect(callsTo('finalizeMedia')).toHaveLength(1);
    expect(await kept(mediaKey)).toBe(digestOf(bytes));
  });
});

describe('stageMedia', () => {
  const refused = async (input: object) => {
    const { outcome, errors } = await stage({ ...image, totalBytes: 100, ...input });
    expect(outcome).toBe('REJECTED');
    expect(running.emulator.calls()).toHaveLength(0);
    return errors.map(({ argument }: { argument: string }) => argument);
  };

  test.each([
    ['an image of more than 5 MiB', { totalBytes: 5 * 1024 * 1024 + 1 }, ['input.totalBytes']],
    [
      'an animated GIF of more than 15 MiB',
      { mediaCategory: 'TWEET_GIF', mediaType: 'image/gif', totalBytes: 15 * 1024 * 1024 + 1 },
      ['input.totalBytes'],
    ],
    [
      'a video of more than 512 MiB',
      { ...video, totalBytes: 512 * 1024 * 1024 + 1 },
      ['input.totalBytes'],
    ],
    ['an image that is a video', { mediaType: 'video/mp4' }, ['input.mediaType']],
    ['a video that is an image', { mediaCategory: 'AMPLIFY_VIDEO' }, ['input.mediaType']],
    ['an image that is an animated GIF', { mediaType: 'image/gif' }, ['input.mediaType']],
    ['a type that nobody takes', { mediaType: 'image/svg+xml' }, ['input.mediaType']],
    ['a video of another type as an image', { mediaType: 'video/webm' }, ['input.mediaType']],
    ['a bitmap as an animated GIF', { ...bitmap, mediaCategory: 'TWEET_GIF' }, ['input.mediaType']],
    ['a file without bytes', { totalBytes: 0 }, ['input.totalBytes']],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, ['input.name']],
    ['no account', { accountId: 'a/b' }, ['input.accountId']],
  ])('refuses %s before any call', async (_what, input, expected) => {
    expect(await refused(input)).toEqual(expected);
  });

  test('returns one upload for one key', async () => {
    const input = { ...image, totalBytes: 64, idempotencyKey: 'upload 1' };
    const [first, second] = [await stage(input), await stage(input)];
    expect(second.mediaKey).toBe(first.mediaKey);
    const bytes = pngOf(800, 419, 64);
    expect((await put(first.upload.url, bytes)).status).toBe(200);
    expect((await staged(second.upload.url)).data.stagedMedia.state).toBe('READY');
    const third = await stage(input);
    expect((await put(third.upload.url, bytes)).status).toBe(409);
    expect(callsTo('stageMedia')).toHaveLength(1);
    expect(callsTo('finalizeMedia')).toHaveLength(1);
  });

  test('sends category, type, size and owners as JSON to the platform host', async () => {
    const { outcome, upload } = await stage({
      ...video,
      totalBytes: 5_000_000,
      additionalOwners: [author],
    });
    expect(outcome).toBe('APPLIED');
    expect(upload.chunkBytes).toBe(segment);
    const [call] = callsTo('stageMedia');
    expect([call?.host, call?.path]).toEqual(['platform', '/platform/2/media/upload/initialize']);
    expect(JSON.parse(call?.body ?? '')).toEqual({
      media_category: 'amplify_video',
      media_type: 'video/mp4',
      total_bytes: 5_000_000,
      additional_owners: [author],
    });
  });
});
