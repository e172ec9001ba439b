import { isDeepStrictEqual } from 'node:util';
import { filtersOf, readBackOf, readEndpointsOf, showsAll } from '../../loaders/read-endpoints.ts';
import { nullIfUnknown } from '../../loaders/refusals.ts';
import { type Endpoint, revealed } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { pathNames, sameId } from '../../upstream/catalogue/language/identifiers.ts';
import { idOf, type Row } from '../../upstream/client/row.ts';
import type { Args, LoadContext } from '../field.ts';
import { rowAt } from '../reads/node.ts';
import type { WriteError } from '../write-errors.ts';
import type { Effect } from './effects.ts';

/** An effect with the current rows of the API. */
export interface KnownEffect extends Effect {
  /** The values that the client sends, without those that the API changes by itself. */
  readonly given: Args;
  /** The row before the write; null for a creation, and if the API shows no such row by its id. */
  readonly before: Row | null;
  /**
   * The parent of a new row, or of a row that decides what the parent buys; else null. It is a row
   * of the API, or one that an earlier step would make.
   */
  readonly parent: Row | null;
  /** The currency of the amounts; null if there is none. */
  readonly currency: string | null;
  /** The parameter whose id leads to no row; null if all rows exist. */
  readonly missing: string | null;
  /** True if no read shows the row, so that it may or may not exist. */
  readonly isUnseen: boolean;
}

/**
 * Reads the current rows of everything that effects are about, in one round, with the loaders of
 * the request. Throws if a read fails.
 */
export const knownEffects = async (
  effects: readonly Effect[],
  asking: LoadContext,
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
      const parent = parentOf(effect, before ?? null);
      return [before, parent && (await read(parent.of, parent.id))] as const;
    }),
  );
  const currencies = new Map<Row, string>();
  return effects.map((effect, index): KnownEffect => {
    const [found, above = null] = rows[index] as (typeof rows)[number];
    const [before, parent] = [found ?? null, above];
    const currency =
      currencyIn(before) ?? currencyIn(parent) ?? (parent && currencies.get(parent)) ?? null;
    if (currency !== null) currencies.set(effect.row, currency);
    const sent = { ...effect.sent, ...following(effect, before) };
    const missing = missingIn(effect, found, parent);
    const isUnseen = found === undefined;
    return { ...effect, given: effect.sent, sent, before, parent, currency, missing, isUnseen };
  });
};

/**
 * The values that the API changes by itself. For example, a campaign shows neither a total budget
 * nor a delivery once its line items hold the budget.
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

/** The id of the parent of a new row, or of a row that decides what the parent buys. */
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

const missingIn = (
  effect: Effect,
  found: Row | null | undefined,
  parent: Row | null,
): string | null => {
  if (effect.kind !== 'Create' && found !== undefined && isGone(found)) return effect.target;
  const owner = effect.kind === 'Create' ? parentOf(effect, null) : null;
  return owner !== null && isGone(parent) ? owner.param : null;
};

const isGone = (row: Row | null): boolean => row === null || row['deleted'] === true;

/** A row by its id; null if it does not exist, undefined if no read can show it. */
const rowBy = async (
  { entity, accountId, id, write }: Pick<Effect, 'entity' | 'accountId' | 'id' | 'write'>,
  asking: LoadContext,
): Promise<Row | null | undefined> => {
  const { endpoint } = write;
  // Reads never go to the sandbox.
  if (endpoint.host !== 'ads') return undefined;
  const { list, item } = readEndpointsOf(entity);
  const isListed = list !== null && filtersOf(entity).length === 0;
  if (entity.key === null || !(item !== null || isListed)) {
    return entity === endpoint.returns.of ? rowReadBack(write, id, asking) : undefined;
  }
  return rowAt({ entity, accountId: entity.inAccount ? accountId : null, id }, asking);
};

/** The row with this id, from the endpoint with the write's path, or from the list around it. */
const rowReadBack = (
  { endpoint, input }: Effect['write'],
  id: string,
  { context: { loaders }, field }: LoadContext,
): Promise<Row | null | undefined> => {
  const { item, list } = readBackOf(endpoint);
  const read = item ?? list;
  if (read === null) return Promise.resolve(undefined);
  const path = Object.fromEntries(pathNames(read.path).map((name) => [name, input[name]]));
  return nullIfUnknown(async () => {
    const ask = read === item ? path : { ...path, ...revealed(read), ...idsIn(read, id) };
    const { rows, nextCursor } = await loaders.read(read, ask, field.trace);
    const found = read === item ? rows[0] : rows.find((row) => sameId(idOf(row), id));
    return found ?? (nextCursor === null && showsAll(read) ? null : undefined);
  });
};

/** The filter of a list by the ids of its rows; empty if it has none. */
const idsIn = ({ params }: Endpoint, id: string): Args => {
  const found = Object.entries(params).find(
    ([, param]) => param.kind === 'list' && param.matches === 'id',
  );
  return found === undefined ? {} : { [found[0]]: [id] };
};

/** The error about a missing row; null if all rows exist. */
export const missingError = ({ missing, at }: KnownEffect): WriteError | null =>
  missing === null
    ? null
    : {
        code: 'NOT_FOUND',
        reason: 'NOT_FOUND',
        message: 'Nothing has this id. Check the id and its account.',
        argument: at(missing),
      };

/** True if an effect makes a row ACTIVE, as far as its own values show. */
export const mayActivate = ({ kind, entity, fields, sent }: Effect): boolean => {
  if (kind === 'Delete') return false;
  if (entity.serves) return kind === 'Create';
  const { entity_status: param } = fields;
  if (param === undefined || !('entity_status' in entity.columns)) return false;
  const initial = kind === 'Create' && 'default' in param ? param.default : undefined;
  return (sent['entity_status'] ?? initial) === 'ACTIVE';
};

/**
 * True if an effect makes a row ACTIVE that was not: a campaign or line item, also one that the API
 * creates ACTIVE by default; or a row that begins to serve in an ACTIVE line item.
 */
export const activates = (effect: KnownEffect): boolean => {
  const { entity, parent, before } = effect;
  if (!mayActivate(effect)) return false;
  return entity.serves ? isActive(parent) : !isActive(before);
};

/** True if an effect changes what an ACTIVE row buys. */
export const changesPurchase = ({ entity, kind, parent, before, sent }: KnownEffect): boolean => {
  if (entity.targets) return isActive(parent);
  if (kind !== 'Update' || !isActive(before)) return false;
  return entity.buying.some((column) => {
    const [from, to] = [before?.[column], sent[column]];
    if (to === undefined || isDeepStrictEqual(from, to)) return false;
    const moves = Date.parse(String(to)) - Date.parse(String(from));
    return column !== 'start_time' || !(moves >= 0);
  });
};

const isActive = (row: KnownEffect['before']): boolean => row?.['entity_status'] === 'ACTIVE';
