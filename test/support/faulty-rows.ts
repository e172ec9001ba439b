import { endpoints } from '../../src/upstream/catalogue/index.ts';
import type { Entity } from '../../src/upstream/catalogue/language/entity.ts';
import { type Identifier, identifiers } from '../../src/upstream/catalogue/language/identifiers.ts';
import type { Fields, Param } from '../../src/upstream/catalogue/language/params.ts';
import { ABSENT, faultyValue } from './faulty-values.ts';
import type { Random } from './random.ts';

type Members = Readonly<Record<string, unknown>>;

/** The ids of an entity in the account of the row. */
export type IdsOf = (entity: string) => readonly string[];

/**
 * The ingredients of rows: the ids they may point to, the random numbers, and the share of rows
 * with unexpected values.
 */
export interface RowIngredients {
  readonly idsOf: IdsOf;
  readonly random: Random;
  /** The share of rows with unexpected values, from 0 to 1. */
  readonly faulty: number;
}

const maxNesting = 4;
const words = ['Spring', 'summer sale', 'Ärger', 'x', 'b2b "quoted"', 'a,b'] as const;

// Links depend on these texts, and the catalogue does not describe their values.
const pools: Readonly<Record<string, (ids: IdsOf) => readonly string[]>> = {
  targeting_type: () => ['AGE', 'CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED', 'LOCATION'],
  targeting_value: (ids) => ids('CustomAudience'),
  categories: (ids) => ids('IabCategory'),
  iab_categories: (ids) => ids('IabCategory'),
  parent_id: (ids) => ids('IabCategory'),
  publisher_user_ids: (ids) => ids('Publisher'),
  content_category_ids: (ids) => ids('ContentCategory'),
  card_uri: (ids) => allCards.flatMap((name) => ids(name).map((id) => `card://${id}`)),
  currency: () => ['EUR', 'JPY'],
};

/** Every entity that `AnyCard` can be. */
export const allCards = [
  'Card',
  'PollCard',
  'ImageConversationCard',
  'VideoConversationCard',
  'LegacyCard',
] as const;

// The `card_type` by which the API marks these cards.
const cardTypes: Readonly<Record<string, string>> = {
  ImageConversationCard: 'IMAGE_CONVERSATION',
  VideoConversationCard: 'VIDEO_CONVERSATION',
};

// Members that the gateway reads although they are not columns.
const unlisted: Readonly<Record<string, (making: RowIngredients) => Members>> = {
  TargetedCampaign: ({ idsOf, random }) => ({
    line_items: idsOf('LineItem').map((id) => ({
      id: random.chance(0.9) ? id : null,
      name: random.of(words),
      servable: random.chance(0.5),
    })),
  }),
  CustomAudience: ({ random }) => (random.chance(0.3) ? { is_owner: random.chance(0.5) } : {}),
};

/** A row as the API could have sent it, as JSON. */
export const rowText = (entity: Entity, id: string, making: RowIngredients): string => {
  const row: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(entity.columns)) {
    row[name] = making.random.chance(0.08)
      ? null
      : anyValue(name, param, { ...making, row, left: maxNesting });
  }
  Object.assign(row, unlisted[entity.name]?.(making));
  const cardType = cardTypes[entity.name];
  if (cardType !== undefined) row['card_type'] = cardType;
  if (making.random.chance(making.faulty)) spoil(row, making.random);
  for (const name of kept.get(entity.name) ?? []) row[name] ??= null;
  if (entity.key !== null) row[entity.key] = id;
  if (row['deleted'] === null) row['deleted'] = false;
  return JSON.stringify(row);
};

const spoil = (row: Record<string, unknown>, random: Random): void => {
  const names = Object.keys(row);
  for (let faults = 1 + random.upTo(2); faults > 0; faults -= 1) {
    const value = faultyValue(random);
    const name = random.of(names);
    if (value === ABSENT) delete row[name];
    else row[name] = value;
  }
};

/**
 * Columns that no row lacks: some answers leave them out, so a row without one of them would be
 * read again.
 */
const kept: ReadonlyMap<string, readonly string[]> = endpoints.reduce((found, { returns }) => {
  const name = returns.of?.name ?? '';
  return found.set(name, [...(found.get(name) ?? []), ...returns.omits]);
}, new Map<string, readonly string[]>());

interface Place extends RowIngredients {
  readonly row: Members;
  readonly left: number;
}

const anyValue = (name: string, param: Param, place: Place): unknown => {
  const { random, idsOf, left, faulty } = place;
  if (left < maxNesting && random.chance(faulty / 8)) return jsonOf(faultyValue(random));
  const pool = pools[name]?.(idsOf) ?? [];
  if (pool.length > 0 && param.kind !== 'list') return random.of(pool);
  switch (param.kind) {
    case 'text':
      return random.of(words);
    case 'id':
      return idFor(param.as ?? name, place);
    case 'int':
      return random.upTo(1000);
    case 'long':
      return random.chance(0.5) ? random.upTo(90_000_000) : `90071992547${random.upTo(90_000)}`;
    case 'flag':
      return name === 'deleted' ? random.chance(0.15) : random.chance(0.5);
    case 'time':
      return timeOf(random, param.written === 'postDate');
    case 'choice':
      return random.of(param.all);
    case 'bytes':
    case 'json':
      return { kept: [1, 'two', { three: null }], api_secret: 'hidden' };
    default:
      return left === 0 ? null : nestedOf(name, param, { ...place, left: left - 1 });
  }
};

const jsonOf = (value: unknown): unknown => (value === ABSENT ? null : value);

const nestedOf = (
  name: string,
  param: Extract<Param, { kind: 'list' | 'shape' | 'variant' }>,
  place: Place,
): unknown => {
  const { random } = place;
  if (param.kind === 'shape') return membersOf(param.fields, place);
  if (param.kind === 'variant') {
    const tag = random.of(Object.keys(param.of));
    const shape = param.of[tag];
    return {
      ...membersOf(shape?.fields ?? {}, place),
      [param.tag]: random.chance(0.9) ? tag : 'NEW',
    };
  }
  const items = Array.from({ length: random.upTo(3) }, () => anyValue(name, param.of, place));
  return param.keyedBy === undefined
    ? items
    : Object.fromEntries(items.map((item, index) => [`key${index}`, item]));
};

const membersOf = (fields: Fields, place: Place): Members =>
  Object.fromEntries(
    Object.entries(fields).map(([name, param]) => [name, anyValue(name, param, place)]),
  );

const timeOf = (random: Random, isPostDate: boolean): string => {
  const time = new Date(Date.UTC(2026, 0, 10 + random.upTo(9), random.upTo(23)));
  const [, date, month] = time.toUTCString().split(' ');
  return isPostDate
    ? `Mon ${month} ${date} ${time.toISOString().slice(11, 19)} +0000 2026`
    : time.toISOString().replace('.000', '');
};

/** The identifier of a name, singular or plural; undefined for one that is not in the graph. */
export const identified = (name: string): Identifier | undefined =>
  identifiers[name] ?? identifiers[name.replace(/s$/, '')];

const idFor = (name: string, { idsOf, random, row }: Place): string => {
  const found = identified(name);
  const kind = Object.values(row).find((value) => found?.by?.of[String(value)] !== undefined);
  const entity = kind === undefined ? found?.of : found?.by?.of[String(kind)];
  const ids = entity === undefined ? [] : idsOf(entity);
  if (ids.length === 0 || random.chance(0.06)) return String(1_000_000 + random.upTo(99_999));
  return random.of(ids);
};
