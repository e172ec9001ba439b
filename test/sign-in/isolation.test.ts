import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';
import { bearer, signIn } from '../support/visitor.ts';

vi.setConfig({ testTimeout: patience });

const people = 50;
const operations = runs(120, 20_000);
const atOnce = 40;

/**
 * A user with an account whose ids are the same as in all other accounts. Every value has the
 * user's mark.
 */
interface Person {
  readonly n: number;
  readonly userId: string;
  readonly account: string;
  readonly session: string;
}

const running = useGateway();
let persons: readonly Person[];
const shared = 'shared';
const stamp = { created_at: '2025-01-01T00:00:00Z', updated_at: '2025-01-01T00:00:00Z' };
const mark = (n: number): string => `of-${String(n).padStart(2, '0')}-`;

beforeAll(async () => {
  const { emulator } = running;
  emulator.store.insert('Account', null, { id: shared, name: 'Shared', ...stamp, deleted: false });
  // The first user of an account administers it, and admins have no user settings.
  emulator.grant(emulator.credentials.userId, shared);
  persons = await Promise.all(
    Array.from({ length: people }, async (_, n): Promise<Person> => {
      const { userId } = emulator.addUser(`person_${mark(n)}`.replaceAll('-', '_'));
      const account = `acc${n}`;
      furnish(n, userId, account);
      return { n, userId, account, session: await signIn(running, userId) };
    }),
  );
}, 120_000);

/** The same ids in every account, with values that show their owner. */
const furnish = (n: number, userId: string, account: string): void => {
  const { store, grant } = running.emulator;
  for (const one of [account, shared]) grant(userId, one);
  const name = (what: string) => `${mark(n)}${what}`;
  const row = { ...stamp, deleted: false };
  store.insert('Account', null, { id: account, name: name('account'), ...row });
  for (const entity of ['FundingInstrument', 'Campaign', 'LineItem']) store.clear(entity, account);
  const description = name('credit');
  store.insert('FundingInstrument', account, { id: 'f1', description, currency: 'USD', ...row });
  for (const id of ['c1', 'c2', 'c3']) {
    const funding_instrument_id = 'f1';
    store.insert('Campaign', account, { id, name: name(id), funding_instrument_id, ...row });
    store.insert('LineItem', account, { id: `l${id}`, name: name(id), campaign_id: id, ...row });
  }
  store.insert('UserSettings', shared, { id: userId, notification_email: name('mail') });
};

type Ask = (person: Person, other: Person) => string;

const campaigns =
  'campaigns(first: 3) { nodes { restId name fundingInstrument { description } lineItems(first: 2) { nodes { restId name campaign { name } } } } }';

/** Queries of people. Whichever they send, their answers contain no mark but their own. */
const asks: Readonly<Record<string, Ask>> = {
  own: ({ account }) => `{ account(id: "${account}") { name ${campaigns} } }`,
  list: () =>
    `{ viewer { userId screenName } accounts(first: 10) { nodes { name ${campaigns} } } }`,
  byId: ({ account }) =>
    `{ account(id: "${account}") { campaign(id: "c2") { name } lineItem(id: "lc2") { name campaign { name } } } }`,
  access: () => `{ account(id: "${shared}") { viewerAccess { userId } } }`,
  settings: ({ userId }) =>
    `{ account(id: "${shared}") { userSettings(userId: "${userId}") { notificationEmail } } }`,
  foreign: (_person, { account }) => `{ account(id: "${account}") { name ${campaigns} } }`,
  foreignSettings: (_person, { userId }) =>
    `{ account(id: "${shared}") { userSettings(userId: "${userId}") { notificationEmail } } }`,
  rename: ({ account, n }) =>
    `mutation { updateCampaign(input: { accountId: "${account}", campaignId: "c3", name: "${mark(n)}again" }) { outcome campaign { name } } }`,
  renameForeign: ({ n }, { account }) =>
    `mutation { updateCampaign(input: { accountId: "${account}", campaignId: "c3", name: "${mark(n)}stolen" }) { outcome campaign { name fundingInstrument { description } } } }`,
};

/** The marks, user ids and screen names of people in an answer. */
const tracesOf = (answer: string): ReadonlySet<number> => {
  const marks = [...answer.matchAll(/of[-_](\d\d)[-_]/g)].map(([, n]) => Number(n));
  const ids = persons.filter(({ userId }) => answer.includes(`"${userId}"`)).map(({ n }) => n);
  return new Set([...marks, ...ids]);
};

describe(`${people} people with the same ids, at once`, () => {
  test(`see only their own values, in ${operations} operations`, async () => {
    const random = randomFrom(seed);
    const kinds = Object.keys(asks);
    const work = Array.from({ length: operations }, (_, index) => ({
      kind: kinds[index % kinds.length] ?? '',
      person: random.of(persons),
      place: random.next(),
    })).sort((one, other) => one.place - other.place);
    const seen = new Map<string, number>();
    const next = async (): Promise<void> => {
      for (let job = work.pop(); job !== undefined; job = work.pop()) {
        const { kind, person } = job;
        const other = random.of(persons.filter(({ n }) => n !== person.n));
        const document = asks[kind]?.(person, other) ?? '';
        const { data, errors } = await askAs(person, document);
        const traces = tracesOf(JSON.stringify({ data, errors }));
        const foreign = [...traces].filter((n) => n !== person.n);
        const where = { seed, kind, person: person.n };
        expect({ ...where, foreign }).toEqual({ ...where, foreign: [] });
        if (traces.has(person.n)) seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    const expected = ['own', 'list', 'byId', 'access', 'settings', 'rename'];
    expect([...seen.keys()].sort()).toEqual(expected.toSorted());
    const each = Math.floor(operations / kinds.length);
    for (const kind of expected) expect(seen.get(kind)).toBeGreaterThanOrEqual(each);
  });
});

test('another user’s account and an unknown one are refused alike', async () => {
  const [one, other] = persons;
  if (one === undefined || other === undefined) throw new TypeError('nobody is there');
  const refusalOf = async (account: string) => {
    const answer = await askAs(one, `{ account(id: "${account}") { name } }`);
    return JSON.stringify(answer)
      .replaceAll(account, '…')
      .replace(/"transaction":"\w+"/, '');
  };
  const foreign = await refusalOf(other.account);
  expect(foreign).toContain('FORBIDDEN');
  expect(await refusalOf('zzzz9')).toBe(foreign);
});

const askAs = async (person: Person, query: string): Promise<Pick<Answer, 'data' | 'errors'>> => {
  const response = await fetch(running.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(person.session).headers },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as Answer;
};
