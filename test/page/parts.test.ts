import { expect, test } from 'vitest';
import type { Parts } from '../../explorer/page/gateway/parts.ts';
import { partsOf } from '../../explorer/page/gateway/parts.ts';
import {
  documentOf,
  laterPartsOf,
  operationAt,
  spotsOf,
} from '../../explorer/page/language/spots.ts';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { pageSchema } from '../support/page-schema.ts';

const running = useGateway();

const multipart = (bodies: readonly object[], type = 'multipart/mixed; boundary="-"'): Response => {
  const parts = bodies.map(
    (body) => `\r\n---\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(body)}`,
  );
  return new Response(`${parts.join('')}\r\n-----\r\n`, { headers: { 'content-type': type } });
};

const read = async (response: Response) => {
  const told: Parts[] = [];
  const { body, bytes } = await partsOf(response, (parts) => told.push(parts));
  return { body, bytes, told };
};

test('parts are merged at their paths, and reported as they arrive', async () => {
  const { body, told } = await read(
    multipart([
      {
        data: { viewer: { userId: '1' }, accounts: { nodes: [{ a: 1 }, { a: 2 }] } },
        hasNext: true,
      },
      {
        incremental: [
          { path: ['accounts', 'nodes', 1], data: { b: { c: 3 } }, label: 'rest' },
          { path: ['accounts', 'nodes', 2], items: [{ a: 4 }] },
        ],
        hasNext: true,
      },
      {
        incremental: [
          { path: ['viewer'], data: null, errors: [{ message: 'no' }] },
          { path: ['accounts', 'nodes', 3], items: null },
        ],
        hasNext: false,
      },
    ]),
  );
  expect(body).toEqual({
    data: { viewer: null, accounts: { nodes: [{ a: 1 }, { a: 2, b: { c: 3 } }, { a: 4 }] } },
    errors: [{ message: 'no' }],
  });
  expect(told.map(({ count, arrived }) => [count, arrived])).toEqual([
    [1, []],
    [2, ['rest', 'accounts.nodes']],
  ]);
  expect(told[0]?.body.data).toEqual({
    viewer: { userId: '1' },
    accounts: { nodes: [{ a: 1 }, { a: 2 }] },
  });
});

test('calls are reported before the answer, and later reports replace earlier ones', async () => {
  const call = (index: number, status: number | null) => ({
    extensions: { upstream: { calls: [{ index, status }] } },
    hasNext: true,
  });
  const { told } = await read(
    multipart([
      { hasNext: true },
      call(0, null),
      call(1, null),
      call(0, 200),
      { data: {}, hasNext: false },
    ]),
  );
  expect(told.map(({ count }) => count)).toEqual([0, 0, 0, 0]);
  expect(told.at(-1)?.body.extensions?.upstream?.calls).toMatchObject([
    { index: 0, status: 200 },
    { index: 1, status: null },
  ]);
});

test('an answer that breaks off is reported as such, and keeps the parts that arrived', async () => {
  const { body } = await read(multipart([{ data: { a: 1 }, hasNext: true }]));
  expect(body).toEqual({
    data: { a: 1 },
    errors: [{ message: 'The response ended before its last part.' }],
  });
});

test('an answer of the gateway in parts equals the whole one, and its bytes are counted', async () => {
  const selection = 'campaigns(first: 3) { nodes { name lineItems(first: 2) { nodes { name } } } }';
  const whole = await running.ask(`{ account(id: "${bikes}") { name ${selection} } }`);
  const query = `{ account(id: "${bikes}") { name ... @defer(label: "rest") { ${selection} } } }`;
  const response = await fetch(running.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'multipart/mixed; deferSpec=20220824, application/json',
    },
    body: JSON.stringify({ query }),
  });
  const copy = response.clone().arrayBuffer();
  const { body, bytes, told } = await read(response);
  expect(body.data).toEqual(whole.data);
  expect(bytes).toBe((await copy).byteLength);
  expect(told[0]?.body.data).toEqual({ account: { name: 'Nordlicht Bikes' } });
});

test('the pending parts have the labels of an operation, or the fields where they are', () => {
  const query = `{
    ... @defer { viewer { userId } }
    accounts { nodes @stream { name ... @defer(label: "rest") { campaigns { nodes { ...c @defer } } } } }
  } fragment c on Campaign { name }`;
  const document = documentOf(query);
  const operation = operationAt(document, 0);
  const later = laterPartsOf(operation, spotsOf(document, operation, pageSchema));
  expect(later.toSorted()).toEqual([
    '',
    'accounts.nodes',
    'accounts.nodes.campaigns.nodes',
    'rest',
  ]);
});
