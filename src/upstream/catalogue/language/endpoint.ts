import type { Without } from '../without.ts';
import { type Entity, oneOf, pageOf, type Returns } from './entity.ts';
import type { PathNames } from './identifiers.ts';
import { type Fields, type Int, isRequired, type Shape, type Sorting } from './params.ts';
import type { Rule } from './rule-kinds.ts';
import { exclusive } from './rules.ts';
import type { ValuesOf } from './values.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** The base address of an endpoint. */
type EndpointHost = 'ads' | 'sandbox' | 'platform' | 'results';
/** The hosts with an address of their own. Files of results are wherever the API says. */
export type ApiHost = Exclude<EndpointHost, 'results'>;
/** The version segment of the path; null if there is none. */
export type Version = '12' | '5' | '2' | '1.1' | null;
/** The encoding of parameters that are not in the path. */
export type Body = 'query' | 'form' | 'json' | 'operations' | 'multipart';
/**
 * The authentication of a request: signed with the token of the viewer, with a request token, with
 * the keys of the application alone, or with the token of its owner; a Basic or Bearer header; or
 * none, for pages in a browser and for files.
 */
export type Auth =
  | 'viewer'
  | 'requestToken'
  | 'consumer'
  | 'owner'
  | 'basic'
  | 'bearer'
  | 'browser'
  | 'none';
/** The entity under `data`, the entity itself as JSON (or under `data`), a form, or HTML. */
type ResponseFormat = 'envelope' | 'object' | 'form' | 'page';

/** A limit on how many items with one value in `by` may have the value `is` in `name`. */
export interface MostAlike {
  readonly max: number;
  readonly name: string;
  readonly is: string;
  readonly by: string;
}

export type OperationType = 'Create' | 'Update' | 'Delete';
/** A type of batch items. `target` is the parameter with the id of the changed row. */
export interface Operation {
  readonly params: Fields;
  readonly rules: readonly Rule[];
  readonly target?: string;
  /** Limits of equal items in a batch. */
  readonly most?: readonly MostAlike[];
}
export type Operations = Readonly<Partial<Record<OperationType, Operation>>>;

/** The operation with this name, which may come from a client; undefined if there is none. */
export const operationOf = (operations: Operations | null, type: unknown): Operation | undefined =>
  Object.entries(operations ?? {}).find(([name]) => name === type)?.[1];

/** Facts of one endpoint, or of two. The other endpoints can be read without them. */
export interface Quirks {
  /** Of a list: parameters to send with ids so that any row is found. */
  readonly byIds?: Readonly<Record<string, string | boolean>>;
  /** Of a list: parameters of a second call, for the ids that the first one did not find. */
  readonly byIdsElse?: Readonly<Record<string, string>>;
  /** The API allows few calls of this list. Its responses are kept for the viewer for a minute. */
  readonly isScarce?: true;
  /** Of a list: a 400 means that none of the given parents can have such rows. It is empty. */
  readonly isEmptyOn400?: true;
  /** The API hides a row with its deleted parent, unless `with_deleted` is given. */
  readonly hidesWithParent?: true;
  /**
   * For a write: the list that shows its rows, if its path differs from that of the write; for each
   * required parameter of that list, the parameter of the write that gives its value; and the
   * entity of the list, if the write answers with another one.
   */
  readonly listed?: {
    readonly at: string;
    readonly by: Readonly<Record<string, string>>;
    readonly of?: Entity;
  };
  /** Of a write: a second call with the same input changes nothing. It is retried. */
  readonly isRepeatable?: true;
  /** Of a write: a response without data means that nothing had to be changed. */
  readonly isIgnoredAtTimes?: true;
  /** Of a write: nothing of the response is needed, and it may have no body. */
  readonly isSilent?: true;
  /** Of a deletion after which the row stays: the column that shows it, and what it has then. */
  readonly leaves?: Readonly<Record<string, string>>;
  /** Of a batch: members of other batches that the API refuses in this one. */
  readonly refuses?: readonly string[];
  /** The token that a successful call invalidates. */
  readonly ends?: 'viewer' | 'bearer';
  /** Another path of the same endpoint. */
  readonly alias?: string;
  /** The parameters that are sent in the Authorization header instead of query or form. */
  readonly inHeader?: readonly string[];
  /** The `charset` that the content type of the form must have. */
  readonly charset?: 'UTF-8';
}

/** An endpoint as data. Client, emulator, schema, loaders and tests all read it. */
export interface Endpoint<
  Path extends string = string,
  P extends Fields = Fields,
  R extends Returns = Returns,
  O extends Operations | null = Operations | null,
> {
  readonly name: string;
  readonly method: Method;
  readonly path: Path;
  readonly host: EndpointHost;
  readonly version: Version;
  readonly body: Body;
  readonly auth: Auth;
  readonly doc: string;
  readonly params: P;
  readonly rules: readonly Rule[];
  readonly returns: R;
  /** The types of items, if the body is an array of operations. */
  readonly operations: O;
  readonly maxOperations: number;
  /** The longest body of a batch; null if no limit is documented. */
  readonly maxBytes: number | null;
  /** True if a call changes nothing upstream, whatever its method. */
  readonly readOnly: boolean;
  /** For ids with another name in `identifiers.ts`: that name, by the one in the path. */
  readonly pathIds: Readonly<Record<string, string>>;
  /** Of a list: what the gateway filters it by, because the API cannot (`whereOf`). */
  readonly where?: Shape;
  /** True for data that is the same for all viewers: it is cached for hours, per application. */
  readonly isReference: boolean;
  /** True if `request.params` of a response says what its rows do not. */
  readonly echoes: boolean;
  /** True if X lets in only some users and applications: others get 403 or 404. */
  readonly isEarlyAccess: boolean;
  /** The calls of a user in 15 minutes, if the endpoint has its own limit; else null. */
  readonly perQuarter: number | null;
  readonly written: ResponseFormat;
  readonly quirks: Quirks;
}

/** The host of an endpoint that has an address of its own. Throws TypeError for a file. */
export const hostOf = ({ name, host }: Pick<Endpoint, 'name' | 'host'>): ApiHost => {
  if (host === 'results')
    throw new TypeError(`${name} is read from the address that the API gives`);
  return host;
};

/** An endpoint that answers with rows of an entity. */
export type RowEndpoint = Endpoint & { readonly returns: Returns<Entity> };

/** The members that the builders of entries fill in, or that `Facts` types more narrowly. */
type FromBuilder = 'name' | 'method' | 'path' | 'doc' | 'params' | 'returns' | 'body';
type OfBatch = 'operations' | 'maxOperations' | 'maxBytes';

/** The facts of an entry besides its path. */
interface EndpointFacts<P extends Fields, R extends Returns>
  extends Partial<Without<Endpoint, FromBuilder | OfBatch>> {
  readonly doc: string;
  readonly params?: P;
  readonly returns: R;
  readonly body?: 'json' | 'query' | 'multipart';
}

/** The version of the Ads API that the catalogue describes. */
export const adsVersion = '12';

const defaults = {
  name: '',
  host: 'ads',
  version: adsVersion,
  auth: 'viewer',
  operations: null,
  maxOperations: 0,
  maxBytes: null,
  pathIds: {},
  isReference: false,
  echoes: false,
  isEarlyAccess: false,
  perQuarter: null,
  written: 'envelope',
  quirks: {},
} as const;

type None = Readonly<Record<never, never>>;

// The API refuses `with_total_count` together with `cursor`, on every list that has both.
const countedOnFirstPage = exclusive('with_total_count', 'cursor');
const rulesOf = (params: Fields, rules: readonly Rule[]): readonly Rule[] =>
  'with_total_count' in params ? [...rules, countedOnFirstPage] : rules;

const endpoint =
  (method: Method, defaultBody: Body) =>
  <const Path extends string, const R extends Returns, const P extends Fields = None>(
    path: Path,
    facts: EndpointFacts<P, R>,
  ): Endpoint<Path, P, R, null> =>
    Object.freeze({
      ...defaults,
      method,
      path,
      body: defaultBody,
      readOnly: method === 'GET',
      ...facts,
      params: Object.freeze(facts.params ?? ({} as P)),
      rules: rulesOf(facts.params ?? {}, facts.rules ?? []),
    });

/** A read, with parameters in the query. */
export const get = endpoint('GET', 'query');
/** A write, or a read with a body: by default a form. */
export const post = endpoint('POST', 'form');
/** An update: by default a form. */
export const put = endpoint('PUT', 'form');
/** A deletion, with parameters in the query. */
export const del = endpoint('DELETE', 'query');

/** The path of the collection that an item is in: without its last segment, which is the id. */
type ListPath<Path extends string> = Path extends `${infer Head}}/${infer Rest}`
  ? `${Head}}/${ListPath<Rest>}`
  : Path extends `${infer List}/{${string}}`
    ? List
    : never;

/**
 * The endpoints of one collection: reading, changing and deleting one row at `itemPath`, and its
 * list and creation at the path without the id. All of them answer with rows of `of`.
 */
export const collection = <const Path extends string, const E extends Entity>(
  itemPath: Path,
  of: E,
) => {
  const path = itemPath.slice(0, itemPath.lastIndexOf('/')) as ListPath<Path>;
  const [page, one] = [pageOf(of), oneOf(of)];
  return {
    list: <const P extends Fields = None>(facts: CollectionFacts<P>) =>
      get(path, { ...facts, returns: page }),
    create: <const P extends Fields = None>(facts: CollectionFacts<P>) =>
      post(path, { ...facts, returns: one }),
    item: <const P extends Fields = None>(facts: CollectionFacts<P>) =>
      get(itemPath, { ...facts, returns: one }),
    update: <const P extends Fields = None>(facts: CollectionFacts<P>) =>
      put(itemPath, { ...facts, returns: one }),
    delete: <const P extends Fields = None>(facts: CollectionFacts<P>) =>
      del(itemPath, { ...facts, returns: one }),
  };
};

/** The facts of an entry whose response is known. */
type CollectionFacts<P extends Fields> = Without<EndpointFacts<P, Returns>, 'returns'>;

/** A POST with a JSON array of `{operation_type, params}`: all items are applied, or none. */
export const batch = <
  const Path extends string,
  const O extends Operations,
  const R extends Returns,
>(
  path: Path,
  facts: {
    readonly doc: string;
    readonly max: number;
    readonly maxBytes?: number;
    readonly operations: O;
    readonly returns: R;
    readonly quirks?: Quirks;
  },
): Endpoint<Path, None, R, O> =>
  Object.freeze({
    ...post(path, { doc: facts.doc, returns: facts.returns }),
    body: 'operations',
    operations: Object.freeze(facts.operations),
    maxOperations: facts.max,
    maxBytes: facts.maxBytes ?? null,
    quirks: facts.quirks ?? {},
  });

/** The endpoints of an area, each named by its key. */
export const group = <const G extends Readonly<Record<string, Endpoint>>>(endpoints: G) =>
  Object.freeze(
    Object.fromEntries(
      Object.entries(endpoints).map(([name, entry]) => [name, Object.freeze({ ...entry, name })]),
    ),
  ) as { readonly [N in keyof G]: Without<G[N], 'name'> & { readonly name: N & string } };

type Groups = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type NamesIn<A extends Groups> = { [G in keyof A]: keyof A[G] }[keyof A];

/** The endpoints of all areas by name. */
export const together = <const A extends Groups>(areas: A) =>
  Object.freeze(Object.assign({}, ...Object.values(areas))) as {
    readonly [N in NamesIn<A>]: Extract<A[keyof A], Readonly<Record<N, unknown>>>[N];
  };

type OperationsOf<O> = {
  [T in keyof O]: O[T] extends { readonly params: infer F }
    ? { readonly operation_type: T; readonly params: ValuesOf<F> }
    : never;
}[keyof O];

/** The input of a call: the ids of the path, the parameters, and the items of a batch. */
export type InputOf<E> =
  E extends Endpoint<infer Path, infer P, Returns, infer O>
    ? { readonly [N in PathNames<Path>]: string } & ValuesOf<P> &
        (O extends null ? unknown : { readonly operations: readonly OperationsOf<O>[] })
    : never;

/** The entities that the rows of an endpoint can be. */
export const entitiesOf = ({ returns: { of, kinds = [] } }: Endpoint): readonly Entity[] =>
  of === null ? [] : [of, ...kinds.map((kind) => kind.of)];

/** True if no later response shows the rows of this one: the endpoint deletes them for good. */
export const endsRow = ({ method, returns }: Pick<Endpoint, 'method' | 'returns'>): boolean =>
  method === 'DELETE' && returns.of?.goneWhenDeleted === true;

/** The parameter for the size of a page; null if the endpoint has none. */
export const countParam = ({ params }: Pick<Endpoint, 'params'>): Int | null => {
  const { count } = params;
  return count?.kind === 'int' ? count : null;
};

/** The attributes by which the rows of a list can be sorted; null if it takes no `sort_by`. */
export const sortingOf = ({ params }: Pick<Endpoint, 'params'>): Sorting | null => {
  const { sort_by: sort } = params;
  return sort?.kind === 'text' ? (sort.sorts ?? null) : null;
};

/** The column with the values of an attribute; null if no row shows them. */
export const columnOfSort = ({ shownIn }: Sorting, attribute: string): string | null => {
  const column = shownIn[attribute];
  return column === undefined ? attribute : column;
};

/** All flags of an endpoint that reveal hidden rows, such as `with_deleted`, as true. */
export const revealed = (endpoint: Endpoint): Readonly<Record<string, true>> =>
  Object.fromEntries(
    Object.entries(endpoint.params)
      .filter(([, param]) => param.kind === 'flag' && param.reveals !== undefined)
      .map(([name]) => [name, true]),
  );

/** The names of the required parameters. */
export const requiredParams = (fields: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => {
    const param = fields[name];
    return param !== undefined && isRequired(param);
  });
