import { afterEach, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import type { SentPart } from '../support/parts.ts';
import { merged, partsIn } from '../support/parts.ts';
import { inRandomParts } from '../support/placed-parts.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';
import { bothWays, ways } from '../support/ways.ts';

const running = useGateway({ env: bothWays });
afterEach(() => running.emulator.reset());

const documents = [
  `{ account(id: "${bikes}") { id name timezone features
      campaigns(first: 4) { totalCount pageInfo { hasNextPage }
        nodes { id name entityStatus fundingInstrument { id description }
          lineItems(first: 2) { nodes { name campaign { name account { name } } targetingCriteria(first: 2) { nodes { id name } } } } } }
      fundingInstruments(first: 3) { edges { cursor node { id description account { id currency } } } } } }`,
  `{ accounts(first: 3) { edges { cursor node { id name
      campaigns(first: 2) { nodes { name lineItems(first: 1) { edges { node { id } } } } } } } }
     viewer { userId signedIn } publishers { id contentCategories { name iab { restId } } } }`,
  `{ node(id: "Account:${bikes}") { id ... on Account { name lineItems(first: 5) { nodes { id name campaign { name } } } } }
     account(id: "nope0") { name campaigns { nodes { id } } } __typename }`,
] as const;

/**
 * Answers and their calls, with errors by place, for a client that accepts parts or one that does
 * not.
 */
const ask = async (query: string, headers: object, accept: string) => {
  const before = running.emulator.calls().length;
  const response = await fetch(running.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...headers },
    body: JSON.stringify({ query }),
  });
  const parts: SentPart[] = [];
  for await (const part of partsIn(response)) parts.push(part);
  const { data, errors } = merged(parts);
  const calls = running.emulator.calls().slice(before);
  return {
    parts: parts.length,
    data,
    errors: errors
      .map(({ path = [], extensions }) => `${path.join('.')} ${extensions.code}`)
      .toSorted(),
    calls: calls.map(({ endpoint }) => endpoint).toSorted(),
  };
};

const failing = {
  match: { endpoint: 'listLineItems' },
  fault: { kind: 'answer', status: 400, json: { errors: [] } },
} as const;

test(
  `parts at any places merge to the same answer as without parts, for the same calls, from seed ${seed}`,
  async () => {
    let divided = 0;
    for (let run = 0; run < runs(30, 2000); run += 1) {
      const random = randomFrom(seed + run);
      const whole = random.of(documents);
      const [, headers] = random.of(ways);
      running.emulator.reset();
      if (random.chance(0.2)) running.emulator.fault(failing);
      const document = inRandomParts(whole, random);
      // Reference data is cached, so the first request makes its calls.
      const expected = await ask(whole, headers, 'application/json');
      const again = await ask(whole, headers, 'application/json');
      const found = await ask(document, headers, 'multipart/mixed, application/json');
      const why = `seed ${seed + run}\n${document}`;
      expect({ data: found.data, errors: found.errors }, why).toEqual({
        data: expected.data,
        errors: expected.errors,
      });
      expect(found.calls, why).toEqual(again.calls);
      expect((await ask(document, headers, 'application/json')).data, why).toEqual(expected.data);
      if (found.parts > 1) divided += 1;
    }
    expect(divided).toBeGreaterThan(10);
  },
  patience,
);
