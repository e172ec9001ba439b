import { endpoints } from '../../src/upstream/catalogue/index.ts';
import type { Entity } from '../../src/upstream/catalogue/language/entity.ts';
import { allCards, identified, rowText } from './faulty-rows.ts';
import { fateOf } from './hash.ts';
import { randomFrom } from './random.ts';

export type Plain = Readonly<Record<string, unknown>>;

/** A row for filters, and the text that it is parsed from for every answer. */
export interface WorldRow {
  readonly id: string;
  readonly row: Plain;
  readonly text: string;
}

/**
 * Rows of every readable entity, in three accounts and outside of them, and the faults of the
 * world.
 */
export interface World {
  readonly seed: number;
  readonly accounts: readonly string[];
  readonly idsOf: (entity: string, accountId: string | null) => readonly string[];
  readonly rowsOf: (entity: string, accountId: string | null) => readonly WorldRow[];
  /** The share of faults: 0 in a world without any. */
  readonly trouble: number;
  /** True if answers leave out what the catalogue says they leave out. */
  readonly omits: boolean;
  /** The most rows of a page, whatever count is requested. */
  readonly pageSize: number;
}

const accounts = ['acc1', 'acc2', 'acc3'] as const;

const entities: ReadonlyMap<string, Entity> = new Map(
  endpoints
    .filter(({ readOnly }) => readOnly)
    .flatMap(({ returns: { of, kinds = [] } }) =>
      [of ?? [], ...kinds.map((kind) => kind.of)].flat(),
    )
    .map((entity) => [entity.name, entity]),
);

const names = [...entities.keys()];

/** The world of a seed. A calm one has no faults, and full pages. */
export const createWorld = (seed: number, isCalm = false): World => {
  const trouble = isCalm || fateOf(seed, 'calm') < 0.2 ? 0 : 1;
  const idsOf = (entity: string, accountId: string | null): readonly string[] =>
    idsIn(seed, entity, accountId);
  const tables = new Map<string, readonly WorldRow[]>();
  const rowsOf: World['rowsOf'] = (entity, accountId) => {
    const key = `${entity} ${accountId}`;
    const known = tables.get(key) ?? storedRows(entity, accountId, { seed, trouble });
    tables.set(key, known);
    return known;
  };
  const pageSize = !isCalm && fateOf(seed, 'pages') < 0.3 ? 2 : 1000;
  return { seed, accounts, idsOf, rowsOf, trouble, omits: fateOf(seed, 'omits') < 0.5, pageSize };
};

const homeOf = (entity: string, accountId: string | null): string | null =>
  entities.get(entity)?.inAccount === true ? accountId : null;

const idsIn = (seed: number, entity: string, accountId: string | null): readonly string[] => {
  if (entity === 'Account') return accounts;
  const of = entities.get(entity);
  if (of === undefined || (of.key === null && entity !== 'TweetPreview')) return [];
  const home = homeOf(entity, accountId);
  const count = 2 + Math.floor(fateOf(seed, entity, home ?? '') * 5);
  return Array.from({ length: count }, (_, index) => idOf(entity, home, index));
};

const forms: ReadonlyMap<string, string> = new Map(
  Object.keys({
    tweet_id: 1,
    draft_tweet_id: 1,
    scheduled_tweet_id: 1,
    card_id: 1,
    media_key: 1,
  }).map((name) => [identified(name)?.of ?? '', identified(name)?.format ?? '']),
);

const idOf = (entity: string, home: string | null, index: number): string => {
  const place = home === null ? 9 : accounts.indexOf(home as (typeof accounts)[number]);
  const digits = `${100 + names.indexOf(entity)}${place}${index}`;
  const form = entity === 'Publisher' ? 'digits' : forms.get(entity);
  if (form === 'digits') return `19000000000000${digits}`.slice(-19);
  return form === 'mediaKey' ? `3_${digits}` : `e${digits}x`;
};

const storedRows = (
  name: string,
  accountId: string | null,
  { seed, trouble }: { readonly seed: number; readonly trouble: number },
): readonly WorldRow[] => {
  const entity = entities.get(name);
  if (entity === undefined) return [];
  const idsOf = (other: string) => idsIn(seed, other, accountId);
  const random = randomFrom(Math.floor(fateOf(seed, name, accountId ?? '') * 2 ** 31));
  const making = { idsOf, random, faulty: trouble * 0.3 };
  const ids = name === 'TweetPreview' ? idsOf('Tweet') : idsOf(name);
  const made = ids.length === 0 ? ['1', '2', '3'] : ids;
  return made.map((id) => {
    const text = rowText(entity, id, making);
    const row: Plain = JSON.parse(text) as Plain;
    return name === 'TweetPreview'
      ? { id, row: { ...row, tweet_id: id }, text: JSON.stringify({ ...row, tweet_id: id }) }
      : { id, row, text };
  });
};

/** The rows of cards of all kinds. */
export const anyCards = (world: World, accountId: string | null): readonly WorldRow[] =>
  allCards.flatMap((name) => world.rowsOf(name, accountId));
