import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import OAuth from 'oauth-1.0a';
import { describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import { encodeRequest } from '../../src/upstream/client/request/encode.ts';
import {
  createHmacSha1,
  createSigner,
  percentEncode,
} from '../../src/upstream/client/request/oauth.ts';
import { anyText } from '../support/any-text.ts';
import { patience, runs, seed } from '../support/sampling.ts';

vi.setConfig({ testTimeout: patience });

const consumer = {
  key: 'xvz1evFS4wEEPTGEFPHBog',
  secret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
};
const token = {
  key: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
  secret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
};
const nonce = 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg';
const timestamp = 1318622958;

const status = [
  ['include_entities', 'true'],
  ['status', 'Hello Ladies + Gentlemen, a signed OAuth request!'],
] as const;
const account = 'https://ads-api.x.com/12/accounts/abc1';

const vectors = [
  ['POST', 'https://api.x.com/1.1/statuses/update.json', status, 'Ls93hJiZbQ3akF3HF3x1Bz8/zU4='],
  [
    'POST',
    'https://api.twitter.com/1.1/statuses/update.json',
    status,
    'hCtSmYh+iHYCEqBWrE7C7hYmtUk=',
  ],
  [
    'POST',
    'https://api.twitter.com/1/statuses/update.json',
    status,
    'tnnArxj06cWHq44gCs1OSKk/jLY=',
  ],
  [
    'GET',
    `${account}/campaigns`,
    [
      ['campaign_ids', '8wku2,hwtbm'],
      ['count', '1000'],
      ['with_deleted', 'true'],
    ],
    'Vx6J6YjXgpbUu6Zde7nfCr3Opro=',
  ],
  [
    'GET',
    `${account}/account_history`,
    [
      ['entity_type', 'CAMPAIGN'],
      ['entity_id', 'fc3h5'],
      ['start_time', '2024-01-01T00:00:00Z'],
      ['end_time', '2024-01-02T00:00:00Z'],
    ],
    'KjlDJz07eB41icCHKuRZYJ26Q4k=',
  ],
  [
    'POST',
    `${account}/campaigns`,
    [
      ['name', 'Été & co (50%)!'],
      ['funding_instrument_id', 'lygyi'],
      ['daily_budget_amount_local_micro', '5500000'],
    ],
    'GcllfHB7NuK+zFcCG1deHNCCHps=',
  ],
  [
    'POST',
    'https://ads-api.x.com/12/batch/accounts/abc1/campaigns',
    [],
    'ahCp1AjC4pOgVo0N1Vrw4evQ9Ao=',
  ],
  [
    'PUT',
    `${account}/campaigns/8wku2`,
    [
      ['total_budget_amount_local_micro', ''],
      ['name', "it's *new*"],
    ],
    'EeULIfh5I0se78mf3Kg4FqUtJBg=',
  ],
] as const;

const sample = { seed, numRuns: runs(500, 200_000) };

const oracle = new OAuth({
  consumer,
  signature_method: 'HMAC-SHA1',
  hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
});

/**
 * What the library makes of it. It misreads what stands in a URL, so it gets every parameter as
 * data.
 */
const expected = (
  request: { readonly method: string; readonly url: string },
  params: Readonly<Record<string, string>>,
  oauth: { readonly nonce: string; readonly timestamp: number },
): string =>
  oracle.getSignature({ ...request, data: params }, token.secret, {
    oauth_consumer_key: consumer.key,
    oauth_nonce: oauth.nonce,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: oauth.timestamp,
    oauth_token: token.key,
    oauth_version: '1.0',
  } as unknown as OAuth.Data);

const wellFormed = anyText({ maxLength: 30 });
const awkward = fc.string({ unit: fc.constantFrom(...`aZ9-._~!*'()&=+% ,:/?#éあ🎯"\\`) });
const value = fc.oneof(wellFormed, awkward);

describe('the library that signatures are compared with', () => {
  test.for(vectors)('signs %s %s as published', ([method, url, params, published]) => {
    const made = expected({ method, url }, Object.fromEntries(params), { nonce, timestamp });
    expect(made).toBe(published);
  });
});

describe('HMAC-SHA1', () => {
  test('is as published (RFC 2202, case 2)', () => {
    const digest = createHmacSha1('Jefe')('what do ya want for nothing?');
    const published = 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79';
    expect(Buffer.from(digest, 'base64').toString('hex')).toBe(published);
  });

  test('with keys and texts of any length is that of Node.js', () => {
    const texts = [20_000, 0, 4096, 4097, 1].map((length) => 'a b'.repeat(length).slice(0, length));
    for (let length = 0; length <= 130; length += 1) {
      const key = `${length}&`.repeat(length).slice(0, length);
      const digest = createHmacSha1(key);
      for (const text of texts) {
        expect(digest(text)).toBe(createHmac('sha1', key).update(text).digest('base64'));
      }
    }
  });
});

describe('the header of a call', () => {
  const base = 'http://127.0.0.1:4100';
  const clock = { now: Date.now, offsetMs: 0, shownOffsetMs: null };
  const sign = createSigner(consumer, token, clock);
  const headerOf = (encoded: ReturnType<typeof encodeRequest>): Record<string, string> => {
    const { method, path, before, after, own } = encoded;
    const header = sign({ method, url: percentEncode(base + path), before, after, own });
    expect(header).toMatch(/^OAuth (oauth_[a-z_]+="[A-Za-z0-9\-._~%]+", )+oauth_version="1.0"$/);
    return Object.fromEntries(
      [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [
        key,
        decodeURIComponent(text),
      ]),
    );
  };
  const paramsOf = ({ query, body, contentType }: ReturnType<typeof encodeRequest>) => {
    const form = query.slice(1) || String(body ?? '');
    const written = contentType === 'application/json' ? '' : form;
    const pairs = written.split('&').filter((pair) => pair !== '');
    return Object.fromEntries(
      pairs.map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
      }),
    );
  };
  const agrees = (encoded: ReturnType<typeof encodeRequest>): void => {
    const header = headerOf(encoded);
    const oauth = {
      nonce: header['oauth_nonce'] ?? '',
      timestamp: Number(header['oauth_timestamp']),
    };
    const request = { method: encoded.method, url: base + encoded.path };
    expect(header['oauth_signature']).toBe(expected(request, paramsOf(encoded), oauth));
    expect(Math.abs(oauth.timestamp - Date.now() / 1000)).toBeLessThan(60);
  };

  test(`signs what is sent of a list (seed ${seed})`, () => {
    const ids = fc.array(fc.stringMatching(/^[0-9a-z]{1,8}$/), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(ids, value, fc.option(fc.boolean()), (campaign_ids, q, with_deleted) => {
        const input = { account_id: 'abc1', campaign_ids, q, with_deleted };
        agrees(encodeRequest(catalogue.listCampaigns, input));
      }),
      sample,
    );
  });

  test(`signs what is sent of a form (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.option(value), value, (purchase_order_number, text) => {
        const input = {
          account_id: 'abc1',
          funding_instrument_id: 'lygyi',
          name: text,
          budget_optimization: 'CAMPAIGN',
          purchase_order_number,
          standard_delivery: true,
        };
        agrees(encodeRequest(catalogue.createCampaign, input));
      }),
      sample,
    );
  });

  test('does not sign a JSON body', () => {
    const operations = [{ operation_type: 'Delete', params: { campaign_id: '8wku2' } }];
    agrees(encodeRequest(catalogue.batchCampaigns, { account_id: 'abc1', operations }));
  });

  test('has a nonce of its own every time', () => {
    const encoded = encodeRequest(catalogue.getCampaign, { account_id: 'a', campaign_id: 'b' });
    const nonces = Array.from({ length: 5000 }, () => headerOf(encoded)['oauth_nonce']);
    expect(new Set(nonces).size).toBe(5000);
  });
});
