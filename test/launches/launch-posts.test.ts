import { beforeEach, describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import {
  launchDocument,
  launched,
  launchInput,
  launching,
  lineItemInput,
  rowsIn,
} from '../support/launches.ts';

const running = useGateway();
let keys = 0;
beforeEach(() => running.emulator.reset({ data: true }));

const withPosts = (...ids: readonly (readonly string[])[]) =>
  launchInput({
    idempotencyKey: `posts ${++keys}`,
    lineItems: ids.map((promotedTweetIds, index) => ({
      ...lineItemInput(`Line ${index}`),
      promotedTweetIds,
    })),
  });
const [known = '', other = ''] = launching.posts;

describe('the posts of a launch', () => {
  test('are read with one call before anything is sent', async () => {
    const input = withPosts([known], [other, known]);
    const { data, calls } = await running.ask(launchDocument('launchCampaign'), { input });
    expect(data.launchCampaign.outcome).toBe('APPLIED');
    expect(calls.slice(0, 2)).toMatchObject([
      { endpoint: 'listTweetPreviews', query: { tweet_type: 'PUBLISHED' } },
      { endpoint: 'createCampaign' },
    ]);
    expect(calls.filter(({ endpoint }) => endpoint === 'listTweetPreviews')).toHaveLength(1);
  });

  test('that the API does not know are reported at their arguments, and nothing is created', async () => {
    const before = rowsIn(running);
    const input = withPosts([known], ['1', known, '2'], [other], ['3']);
    const { payload, errors, postReads, calls } = await launched(running, input);
    expect(errors).toBeUndefined();
    expect(payload).toMatchObject({ outcome: 'REJECTED', campaign: null, steps: [] });
    const refused = (index: number, message: string) => ({
      code: 'BAD_USER_INPUT',
      reason: 'NOT_FOUND',
      argument: `input.lineItems[${index}].promotedTweetIds`,
      message,
      value: null,
    });
    expect(payload.errors).toEqual([
      refused(1, 'There is no post 1 and no post 2.'),
      refused(3, 'There is no post 3.'),
    ]);
    expect([postReads, calls]).toEqual([1, []]);
    expect(rowsIn(running)).toEqual(before);
    // The key is free for the correct posts.
    const { payload: right } = await launched(running, {
      ...input,
      lineItems: [lineItemInput('A')],
    });
    expect(right.outcome).toBe('APPLIED');
  });

  test('are not read again by a launch that continues', async () => {
    running.emulator.fault({
      match: { endpoint: 'createPromotedTweets' },
      times: 1,
      fault: { kind: 'answer', status: 403 },
    });
    const input = withPosts([known]);
    expect((await launched(running, input)).payload.outcome).not.toBe('APPLIED');
    const { payload, postReads } = await launched(running, input);
    expect([payload.outcome, postReads]).toEqual(['APPLIED', 0]);
  });

  test('are not read if there are none', async () => {
    const { payload, postReads } = await launched(running, withPosts([]));
    expect([payload.outcome, postReads]).toEqual(['APPLIED', 0]);
  });

  test('that cannot be read leave everything unsent, with an error', async () => {
    running.emulator.fault({
      match: { endpoint: 'listTweetPreviews' },
      fault: { kind: 'answer', status: 403 },
    });
    const { errors, calls } = await launched(running, withPosts([known]));
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
    expect(calls).toEqual([]);
  });
});
