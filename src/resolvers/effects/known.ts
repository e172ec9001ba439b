import { readBackOf } from '../../loaders/read-back.ts';
import { filtersOf, readEndpointsOf } from '../../loaders/read-endpoints.ts';
import { nullIfUnknown } from '../../loaders/refusals.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { pathNames } from '../../upstream/catalogue/language/paths.ts';
import { idOf, type Row } from '../../upstream/client/row.ts';
import type { Args, Asking } from '../field.ts';
import type { Effect } from './effects.ts';

/** An effect with what is there now. */
export interface KnownEffect extends Effect {
  /** The row before the write; null of a creation, and if the API shows no such row by its id. */
  readonly before: Row | null;
  /**
   * What a row belongs to, of a new one and where it decides what that buys: a row of the API, or
   * one that an earlier step would make.
   */
  readonly parent: Row | null;
  /** The currency of its amounts; null if it has none. */
  readonly currency: string | null;
  /** The parameter whose id leads to nothing; null if everything is there. */
  readonly missing: string | null;
}

/**
 * Reads what is there now of all that effects are about, in one round, with the loaders of the
 * request. Throws if a read fails.
 */
export const knownEffects = async (
  effects: readonly Effect[],
  asking: Asking,
): Promise<readonly KnownEffect[]> => {
  const made = new Map(
    effects.flatMap(({ kind, row }) => (kind === 'Create' ? [[idOf(row), row] as const] : [])),
  );
  const rows = await Promise.all(
    effects.map(async (effect) => {
      const read = (entity: Entity, id: string) =>
        made.get(id) ?? rowBy({ ...effect, entity, id }, asking);
      const { kind, entity, id } = effect;
      const before = kind === 'Create' ? null : await read(entity, id);
      const parent = parentOf(effect, before);
      return [before, parent && (await read(parent.of, parent.id))] as const;
    }),
  );
  const currencies = new Map<Row, string>();
  return effects.map((effect, index): KnownEffect => {
    const [before, parent] = rows[index] as (typeof rows)[number];
    const currency =
      currencyIn(before) ?? currencyIn(parent) ?? (parent && currencies.get(parent)) ?? null;
    if (currency !== null) currencies.set(effect.row, currency);
    const sent = { ...effect.sent, ...following(effect, before) };
    const missing = missingIn(effect, before, parent);
    return { ...effect, sent, before, parent, currency, missing };
  });
};

/**
 * What the API changes by itself, because of what is sent beside: a campaign whose budget the line
 * items hold from now on shows neither a total budget nor a delivery.
 */
const following = ({ entity, sent }: Effect, before: Row | null): Args => {
  const changed = Object.entries(entity.columns).flatMap(([name, { emptyWith }]) => {
    if (before === null || emptyWith === undefined) return [];
    const [column, value, otherwise] = emptyWith;
    const isEmpty = sent[column] === value;
    const isMoved = (sent[column] ?? null) !== null && isEmpty !== (before[column] === value);
    if (!isMoved || (!isEmpty && otherwise === undefined)) return [];
    return [[name, sent[name] ?? (isEmpty ? null : otherwise)] as const];
  });
  return Object.fromEntries(changed);
};

/** What a row belongs to, by its id: of a new one, and where the row decides what that buys. */
const parentOf = ({ kind, entity, sent }: Effect, before: Row | null) => {
  const { parent, targets } = entity;
  const values = kind === 'Create' ? sent : targets ? before : null;
  const id = values?.[parent?.param ?? ''];
  return parent !== null && typeof id === 'string' ? { ...parent, id } : null;
};

const currencyIn = (row: Row | null): string | null => {
  const currency = row?.['currency'];
  return typeof currency === 'string' ? currency : null;
};

const missingIn = (effect: Effect, before: Row | null, parent: Row | null): string | null => {
  if (effect.kind !== 'Create' && isReadable(effect) && isGone(before)) return effect.target;
  const owner = effect.kind === 'Create' ? parentOf(effect, null) : null;
  return owner !== null && isGone(parent) ? owner.param : null;
};

const isGone = (row: Row | null): boolean => row === null || row['deleted'] === true;

/** Whether the API shows a row by what the write names. Reads never go to the sandbox. */
const isReadable = ({ entity, write: { endpoint } }: Pick<Effect, 'entity' | 'write'>): boolean => {
  if (endpoint.host !== 'ads') return false;
  if (entity.key === null) return readBackOf(endpoint).item !== null;
  const { list, item } = readEndpointsOf(entity);
  return item !== null || (list !== null && filtersOf(entity).length === 0);
};

const rowBy = async (
  effect: Pick<Effect, 'entity' | 'accountId' | 'id' | 'write'>,
  { context: { loaders }, field }: Asking,
): Promise<Row | null> => {
  if (!isReadable(effect)) return null;
  const { entity, id, write } = effect;
  const { item } = readBackOf(write.endpoint);
  if (entity.key === null && item !== null) {
    const path = pathNames(item.path).map((name) => [name, write.input[name]]);
    return nullIfUnknown(async () => {
      const { rows } = await loaders.read(item, Object.fromEntries(path), field.trace);
      return rows[0] ?? null;
    });
  }
  const accountId = entity.inAccount ? effect.accountId : null;
  const [row = null] = await loaders.rows({ entity, accountId }, [id], field.trace);
  if (row instanceof Error) throw row;
  return row;
};
