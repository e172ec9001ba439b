import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { signatureOf } from '../../emulator/rfc5849.ts';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import { type Encoded, encodeRequest } from '../../src/upstream/client/request/encode.ts';
import { createSigners, type Signable } from '../../src/upstream/client/request/oauth.ts';
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

/** The signature as the emulator computes it, by code of its own. */
const expected = (
  { method, url }: Pick<Signable, 'method' | 'url'>,
  params: Readonly<Record<string, string>>,
  oauth: { readonly nonce: string; readonly timestamp: number },
): string => {
  const standard = {
    oauth_consumer_key: consumer.key,
    oauth_nonce: oauth.nonce,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(oauth.timestamp),
    oauth_token: token.key,
    oauth_version: '1.0',
  };
  const parameters = Object.entries({ ...params, ...standard });
  return signatureOf(
    { method, baseUrl: url, parameters },
    { consumer: consumer.secret, token: token.secret },
  );
};

const clockAt = (ms: number) => ({ now: () => ms, offsetMs: 0, shownOffsetMs: null });

/** The values in the header of a request. */
const valuesIn = (header: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [
      key,
      decodeURIComponent(text),
    ]),
  );

const wellFormed = anyText({ maxLength: 30 });
const awkward = fc.string({ unit: fc.constantFrom(...`aZ9-._~!*'()&=+% ,:/?#éあ🎯"\\`) });
const value = fc.oneof(wellFormed, awkward);

describe('published signatures', () => {
  const sign = createSigners(consumer, clockAt(timestamp * 1000), () => nonce)(token);

  test.for(vectors)('the gateway signs %s %s as published', ([method, url, params, published]) => {
    const parameters = Object.fromEntries(params);
    const header = sign({ method, url, parameters, inHeader: [] });
    expect(valuesIn(header)['oauth_signature']).toBe(published);
  });

  test.for(vectors)(
    'the emulator expects %s %s as published',
    ([method, url, params, published]) => {
      const made = expected({ method, url }, Object.fromEntries(params), { nonce, timestamp });
      expect(made).toBe(published);
    },
  );

  test('the emulator expects the signature of the example in RFC 5849, section 1.2', () => {
    const parameters = Object.entries({
      file: 'vacation.jpg',
      size: 'original',
      oauth_consumer_key: 'dpf43f3p2l4k3l03',
      oauth_token: 'nnch734d00sl2jdk',
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: '137131202',
      oauth_nonce: 'chapoH',
    });
    const made = signatureOf(
      { method: 'GET', baseUrl: 'http://photos.example.net/photos', parameters },
      { consumer: 'kd94hf93k423kf44', token: 'pfkkdhi9sl3r4s00' },
    );
    expect(made).toBe('MdpQcU8iPSUjWoN/UDMsK2sui9I=');
  });

  test('parameters are sorted by their names, then by their values', () => {
    const signed = (...parameters: (readonly [string, string])[]) =>
      signatureOf(
        { method: 'GET', baseUrl: account, parameters },
        { consumer: consumer.secret, token: '' },
      );
    const [a1, a2, dashed] = [
      ['a', '1'],
      ['a', '2'],
      ['a-b', '0'],
    ] as const;
    expect(signed(a2, dashed, a1)).toBe(signed(a1, a2, dashed));
  });
});

describe('the header of a call', () => {
  const base = 'http://127.0.0.1:4100';
  const clock = { now: Date.now, offsetMs: 0, shownOffsetMs: null };
  const sign = createSigners(consumer, clock)(token);
  const headerOf = (encoded: Encoded): Readonly<Record<string, string>> => {
    const header = sign({ ...encoded, url: base + encoded.path });
    expect(header).toMatch(/^OAuth (oauth_[a-z_]+="[A-Za-z0-9\-._~%]+", )+oauth_version="1.0"$/);
    return valuesIn(header);
  };
  const paramsOf = ({ query, body, contentType }: Encoded) => {
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
  const agrees = (encoded: Encoded): void => {
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
