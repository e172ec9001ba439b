import { Flawed, flawed } from '../../loaders/page-query.ts';
import { nullIfUnknown } from '../../loaders/refusals.ts';
import type { Endpoint, RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { revealed } from '../../upstream/catalogue/language/endpoint.ts';
import { pathIdName, pathNames } from '../../upstream/catalogue/language/identifiers.ts';
import { idOf, type Row, reference } from '../../upstream/client/row.ts';
import type { Args, Load, LoadContext, Loaded } from '../field.ts';
import { restIdOf } from '../ids.ts';
import { upstreamValues, withoutNulls } from '../input.ts';
import { andThen, attempt, oneByOne } from './grouped.ts';
import { isReadFor, needsOf, prefetch } from './needs.ts';
import { completed, entitiesAt } from './node.ts';
import type { ParentInputOf } from './page.ts';

/** The name of the id at the end of an item endpoint's path. */
const itemIdName = (endpoint: Endpoint): string => pathNames(endpoint.path).at(-1) ?? '';

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

/** The name of the item endpoint if no other can read the row for these arguments; else null. */
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

/** Loads one row by the id at the end of the path, with one call; null if there is none. */
export const itemUnder = (endpoint: Endpoint, from: ParentInputOf<Row>): Load<Row, Row | null> => {
  const idName = itemIdName(endpoint);
  return (parents, args, { loaders }, { trace }) =>
    oneByOne(parents, async (parent) => {
      const { path } = from(parent);
      const accountId = path['account_id'] ?? null;
      const spot = { accountId, path: ['id'] };
      const id = restIdOf(args['id'] as string, pathIdName(endpoint, idName), spot);
      const values = withoutNulls(upstreamValues(endpoint.params, args, { accountId, path: [] }));
      const input = { ...values, ...path, [idName]: id };
      return nullIfUnknown(async () => {
        const { rows, flaws } = await loaders.read(endpoint, input, trace);
        return flawed(rows[0] ?? null, flaws);
      });
    });
};
