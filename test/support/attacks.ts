import { Agent, get } from 'node:http';
import { expect } from 'vitest';
import type { Attack } from './hostile-documents.ts';
import { type SpawnedGateway, slownessOf } from './spawned-gateway.ts';

/** The answer to an attack. */
export interface AttackAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  readonly data: any;
  readonly errors?: readonly {
    readonly path?: readonly (string | number)[];
    readonly extensions: { readonly code: string };
  }[];
}

/** The codes of an answer, each once. */
export const codesOf = ({ errors = [] }: AttackAnswer): readonly string[] => [
  ...new Set(errors.map(({ extensions }) => extensions.code)),
];

const patienceMs = 15_000;

/** Sends a request unchanged. */
export const post = async (
  { url }: SpawnedGateway,
  { query, variables, operationName }: Omit<Attack, 'title'>,
): Promise<AttackAnswer> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query, variables, operationName }),
    signal: AbortSignal.timeout(patienceMs),
  });
  return { ...((await response.json()) as object), status: response.status } as AttackAnswer;
};

const isAlive = (admin: string, agent: Agent): Promise<boolean> =>
  new Promise((resolve) => {
    get(new URL('/livez', admin), { agent }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on('error', () => resolve(false));
  });

/** Sends a health check every 10 ms during some work; all of them must be answered. */
const watched = async <T>({ admin }: SpawnedGateway, work: () => Promise<T>): Promise<T> => {
  // The connection is new, because an idle one may be about to close.
  const agent = new Agent({ keepAlive: true });
  const signs = [isAlive(admin, agent)];
  const timer = setInterval(() => signs.push(isAlive(admin, agent)), 10);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    const missing = (await Promise.all(signs)).filter((sign) => !sign);
    agent.destroy();
    expect(missing, 'signs of life that did not come').toEqual([]);
  }
};

/** The longest time without a turn of the event loop, in milliseconds on a quiet machine. */
const allowedMs = 100;
const attempts = 3;

/**
 * Attacks a gateway while another client checks its health. It must answer both: the attack with
 * data or coded errors, the health check without delay. The load of the machine differs from one
 * attempt to the next, so the best one counts. Each attempt has a text of its own, because a known
 * text costs nothing.
 */
export const attack = async (
  gateway: SpawnedGateway,
  attempt: Omit<Attack, 'title'>,
): Promise<AttackAnswer> => {
  const found: string[] = [];
  while (found.length < attempts) {
    const query = `${attempt.query}\n#${found.length}`;
    await gateway.longestWork();
    const answered = await watched(gateway, () => post(gateway, { ...attempt, query }));
    const longest = await gateway.longestWork();
    expect(answered.status).toBeLessThan(500);
    for (const code of codesOf(answered)) expect(code).toMatch(/^(?!INTERNAL)[A-Z_]+$/);
    if (longest < allowedMs) return answered;
    const bound = allowedMs * (await slownessOf(gateway));
    if (longest < bound) return answered;
    found.push(`${Math.round(longest)} of ${Math.round(bound)} ms`);
  }
  throw new Error(`worked without a turn: ${found.join(', ')}`);
};
