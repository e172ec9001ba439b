import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { keysOf, withKey } from '../support/keys.ts';
import { signIn } from '../support/visitor.ts';

const open = useGateway();
const prefixed = useGateway({ env: { TYPE_PREFIX: 'Ads' } });
const keyed = useGateway({ env: { GATEWAY_API_KEYS: keysOf({ service: '' }) } });
const closed = useGateway({ env: { INTROSPECTION: 'off' } });

const fileOf = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(new URL('/schema.graphql', url), init);
  const type = response.headers.get('content-type');
  return { status: response.status, type, text: await response.text() };
};
const codeOf = ({ text }: { readonly text: string }): string =>
  JSON.parse(text).errors[0].extensions.code;

test('GET /schema.graphql is the committed file', async () => {
  const { status, type, text } = await fileOf(open.url);
  expect({ status, type }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
  expect(text.trim()).toBe(readFileSync('schema.graphql', 'utf8').trim());
  expect(open.emulator.calls()).toEqual([]);
});

test('it uses the names of this server', async () => {
  const { text } = await fileOf(prefixed.url);
  expect(text).toContain('\ntype AdsCampaign implements AdsNode {');
});

test('it is not served if introspection is off', async () => {
  const answer = await fileOf(closed.url);
  expect(answer.status).toBe(404);
  expect(codeOf(answer)).toBe('INTROSPECTION_DISABLED');
});

test('it is only for callers whom the server admits', async () => {
  const nobody = await fileOf(keyed.url);
  expect(nobody.status).toBe(401);
  expect(codeOf(nobody)).toBe('UNAUTHENTICATED');
  expect((await fileOf(keyed.url, withKey('service'))).status).toBe(200);
  const authorization = `Bearer ${await signIn(keyed)}`;
  expect((await fileOf(keyed.url, { headers: { authorization } })).status).toBe(200);
});

test('nothing can be sent there', async () => {
  const answer = await fileOf(open.url, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(405);
  expect(codeOf(answer)).toBe('BAD_REQUEST');
});
