import { Flawed, flawed } from '../../loaders/page-ask.ts';
import { nullIfUnknown } from '../../loaders/refusals.ts';
import type { Endpoint, RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { revealed } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import {
  isIdentified,
  pathIdName,
  pathNames,
} from '../../upstream/catalogue/language/identifiers.ts';
import { problem } from '../../upstream/catalogue/language/problem.ts';
import type { Path } from '../../upstream/catalogue/language/values.ts';
import { inputError } from '../../upstream/client/errors.ts';
import { idOf, type Row, reference } from '../../upstream/client/row.ts';
import { homes } from '../account-in.ts';
import type { Args, Load, LoadContext, Loaded } from '../field.ts';
import { restIdOf, validId } from '../ids.ts';
import { upstreamValues } from '../input.ts';
import { andThen, attempt, oneByOne } from './grouped.ts';
import { isReadFor, needsOf, prefetch } from './needs.ts';
import { type Address, completed, entitiesAt } from './node.ts';

/** The name of the id at the end of an item endpoint's path. */
export const itemIdName = (endpoint: Endpoint): string => pathNames(endpoint.path).at(-1) ?? '';

/**
 * Loads one entity by id, in an account or at the root. Deleted rows are null unless `withDeleted`
 * is true. With an argument that changes the response, such as `lang`, it calls the item endpoint;
 * otherwise it uses the by-id loader.
 */
export const one =
  (endpoint: RowEndpoint): Load<object, Row | null> =>
  (parents, args, context, field) => {
    const entity = endpoint.returns.of;
    const asks = parents.map((parent) =>
      // If the entity belongs to an account, the parent is that account. Accounts refuse each
      // other's ids.
      attempt(() => itemAsk(endpoint, args, entity.inAccount ? idOf(parent as Row) : null)),
    );
    const asking = { context, field };
    const ask = asks.find((one): one is ItemAsk => !(one instanceof Error));
    const found =
      ask !== undefined && isReadFor(needsOf(field, entity.name), field) && isOwnRead(endpoint, ask)
        ? readItems(endpoint, asks, asking)
        : entitiesAt(
            asks.map((one) => (one instanceof Error ? one : { ...one, entity })),
            asking,
          );
    return ask?.withDeleted === true ? found : andThen(found, (rows) => rows.map(hideDeleted));
  };

/** Loads one entity of an account by id, if only a list can read it. */
export const oneOfList =
  (endpoint: RowEndpoint, idName: string): Load<Row, Row | null> =>
  (accounts, args, context, field) => {
    const entity = endpoint.returns.of;
    const addresses = accounts.map((account) =>
      attempt(() => {
        const accountId = idOf(account);
        const id = restIdOf(args['id'] as string, idName, { accountId, path: ['id'] });
        return { entity, accountId, id };
      }),
    );
    return entitiesAt(addresses, { context, field });
  };

/**
 * True if only the item endpoint can read the row: its response differs, or it hides rows that no
 * column identifies as hidden.
 */
const isOwnRead = (endpoint: Endpoint, { changes, withDeleted }: ItemAsk): boolean =>
  changes !== null || (endpoint.quirks.hidesWithParent === true && withDeleted !== true);

/**
 * The name of the item endpoint, if only that one can read the row for these arguments; else null.
 */
export const requestedItself =
  ({ name, quirks: { hidesWithParent } }: Endpoint) =>
  ({ id: _, withDeleted, ...others }: Args): string | null => {
    const changes = Object.values(others).some((value) => value !== null && value !== undefined);
    return changes || (hidesWithParent === true && withDeleted !== true) ? name : null;
  };

type RowOrFailure = Row | Error | null | Flawed<Row>;

const hideDeleted = (found: RowOrFailure): RowOrFailure => {
  if (found === null || found instanceof Error) return found;
  const row = found instanceof Flawed ? found.value : found;
  return row['deleted'] === true ? null : found;
};

/** One entity to read. `changes` are arguments that change the response; null if there are none. */
interface ItemAsk {
  readonly accountId: string | null;
  readonly id: string;
  readonly withDeleted: unknown;
  readonly changes: Args | null;
}

const itemAsk = (endpoint: Endpoint, args: Args, accountId: string | null): ItemAsk => {
  const idName = itemIdName(endpoint);
  const id = restIdOf(args['id'] as string, pathIdName(endpoint, idName), {
    accountId,
    path: ['id'],
  });
  const { with_deleted: withDeleted, ...own } = upstreamValues(endpoint.params, args, {
    accountId,
    path: [],
  });
  const changes = Object.values(own).some((value) => value !== null) ? own : null;
  return { accountId, id, withDeleted, changes };
};

/** Reads each entity by the item endpoint. Loads that only need ids start at the same time. */
const readItems = (
  endpoint: RowEndpoint,
  asks: readonly (ItemAsk | Error)[],
  asking: LoadContext,
): Loaded<Row | null | Flawed<Row>> => {
  const entity = endpoint.returns.of;
  const found = oneByOne(asks, (one) => itemBy(endpoint, one, asking));
  const references = asks.flatMap((one) =>
    one instanceof Error ? [] : reference(entity, one.accountId, one.id),
  );
  prefetch(needsOf(asking.field, entity.name), references, asking);
  return found;
};

const itemBy = async (
  endpoint: Endpoint,
  ask: ItemAsk | Error,
  asking: LoadContext,
): Promise<Row | null | Flawed<Row>> => {
  if (ask instanceof Error) throw ask;
  const { accountId, id, changes, withDeleted } = ask;
  const { context, field } = asking;
  const path = { [itemIdName(endpoint)]: id, account_id: accountId ?? id };
  const isHiding = endpoint.quirks.hidesWithParent === true && withDeleted !== true;
  const input = { ...changes, ...path, ...(!isHiding && revealed(endpoint)) };
  return nullIfUnknown(async () => {
    const { rows, flaws } = await context.loaders.read(endpoint, input, field.trace);
    const entity = endpoint.returns.of;
    if (entity === null) return null;
    const [row = null] = await completed(rows, needsOf(field, entity.name), asking);
    if (row instanceof Error) throw row;
    return row === null ? null : flawed(row, flaws);
  });
};

/** An entity that implements Node, and the name of its id in paths. */
export interface NodeEntity {
  readonly entity: Entity;
  readonly idName: string;
}

/**
 * The prefix of the global ids of one type and account, `Campaign:18ce54d4x5t`, with its meaning.
 */
interface IdHome extends NodeEntity {
  readonly text: string;
  readonly accountId: string | null;
}

/**
 * Parses global ids of these entities, without a call. Throws InputError for a malformed id or
 * another type.
 */
export const locator = (entities: ReadonlyMap<string, NodeEntity>) => {
  const homeOf = (text: string, path: Path): IdHome => {
    const [type = '', account = null, ...others] = text.split(':');
    if (others.length > 0 || homes.get(type) !== (account !== null)) {
      throw inputError(problem(path, 'malformed', { value: globalId }));
    }
    const nodeEntity = entities.get(type);
    if (nodeEntity === undefined) {
      throw inputError(problem(path, 'notFoundAlone', { value: useOf(type) }));
    }
    const accountId = account === null ? null : validId(account, 'account_id', path);
    return { ...nodeEntity, text, accountId };
  };
  let last: IdHome | null = null;
  return (value: string, path: Path): Address => {
    const end = value.lastIndexOf(':');
    // Neighbouring ids usually have the same type and account.
    if (last === null || end !== last.text.length || !value.startsWith(last.text)) {
      last = homeOf(value.slice(0, Math.max(0, end)), path);
    }
    const { entity, accountId, idName } = last;
    return { entity, accountId, id: validId(value.slice(end + 1), idName, path) };
  };
};

const globalId = 'an id that the field `id` of an entity gives';

const useOf = (type: string): string =>
  isIdentified(type)
    ? `arguments that take an id of ${type} take this one`
    : `no argument takes an id of ${type}`;
