import { readEndpointsOf } from '../../loaders/read-endpoints.ts';
import { askedItself, one } from '../../resolvers/call.ts';
import type { FieldCost, Load } from '../../resolvers/field.ts';
import { accountLink, link } from '../../resolvers/node.ts';
import type { From } from '../../resolvers/page.ts';
import { ofAccount, ofParent } from '../../resolvers/page.ts';
import { rows, texts, value } from '../../resolvers/value.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import type { Endpoint, RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import type { PathNames } from '../../upstream/catalogue/language/paths.ts';
import { camelCase } from '../../upstream/catalogue/names.ts';
import type { Row } from '../../upstream/client/row.ts';
import { fieldsOf, itemArgs, pathDoc } from './args.ts';
import { builder } from './builder.ts';
import { list } from './connections.ts';
import { loaded } from './loaded.ts';
import type { EntityRef } from './refs.ts';
import { entityRef } from './refs.ts';
import { nounOf, restOf } from './rest.ts';

const idsPerCall = 200;
/** What it costs to read an entity by id. */
export const byId = (entity: Entity) => {
  const { list, item } = readEndpointsOf(entity);
  if (list === null && item === null) {
    throw new TypeError(`no endpoint of catalogue/index.ts reads ${entity.name} by id`);
  }
  return {
    asks: entity.name,
    parentsPerCall: rowsPerCall(entity),
    by: 'parent',
    objects: 'one',
    onlyForRow: true,
  } as const;
};

/** How many rows of an entity one call reads by id. */
export const rowsPerCall = (entity: Entity): number => {
  const { list } = readEndpointsOf(entity);
  return list === null || list.needs.length > 0 ? 1 : list.size;
};

// The catalogue says what an endpoint lists of an account; a field stands on one account, or on something narrower in it.
const ofThis = (doc: string, noun: string): string =>
  doc.replace(/\bof (line items of )?an account\b/, `of this ${noun}`);

/** A list of an account. */
export const listOfAccount = (endpoint: RowEndpoint) =>
  list({
    endpoint,
    from: ofAccount,
    by: 'account',
    doc: endpoint.doc.replace(/\bof an account\b/, 'of this account'),
  });

/** A list of the rows that belong to their parent by `param`; where that is a list, the asks of up to 200 parents are one call. */
export const listOfParent = <E extends RowEndpoint>(
  endpoint: E,
  param: keyof E['params'] & string,
) =>
  list({
    endpoint,
    from: ofParent(endpoint, param),
    doc: ofThis(endpoint.doc, nounOf(param)),
    supplied: [param],
    parentsPerCall: endpoint.params[param]?.kind === 'list' ? idsPerCall : 1,
  });

/** One entity by id. */
export const item = (endpoint: RowEndpoint) => ({
  type: entityRef(endpoint.returns.of),
  args: itemArgs(endpoint),
  description: `${endpoint.doc}; null where there is none. When only its ids and lists are selected, no call is made for it, so nobody looks whether it is there. ${restOf(endpoint)}`,
  ...loaded(one(endpoint), {
    fromIds: true,
    cost: { ...byId(endpoint.returns.of), itself: askedItself(endpoint) },
  }),
});

const inOneCall = (rows: number): string =>
  rows === 1 ? 'each with a call of its own' : `up to ${rows} in one call`;

/** An entity that is read by id; `needs` are the columns that `load` finds the id in. */
export const linkBy = <Parent>(
  entity: Entity,
  { needs, doc, load }: LinkFacts & { readonly load: Load<Parent, Row | null> },
) => ({
  type: entityRef(entity),
  description: `${doc}; shown even when deleted. Read by id, ${inOneCall(rowsPerCall(entity))}, and not at all when only its ids are selected.`,
  ...loaded(load, { needs, cost: { ...byId(entity), isLink: true } }),
});

interface LinkFacts {
  readonly needs: readonly string[];
  readonly doc: string;
}

/** The entity whose id stands in a column. */
export const linkTo = (entity: Entity, column: string, doc: string) =>
  linkBy(entity, { needs: [column], doc, load: link(entity, column) });

/** The account that a row belongs to. */
export const linkToAccount = () => ({
  type: entityRef(account),
  description: 'The account it belongs to.',
  ...loaded(accountLink(account), {
    fromIds: true,
    cost: { ...byId(account), by: 'account', isLink: true },
  }),
});

/** What all fields have that read an endpoint as it is: its parameters as arguments, and a call for each account. */
const reads = <Parent, T>(
  endpoint: Endpoint,
  load: Load<Parent, T>,
  objects: FieldCost['objects'],
) => ({
  args: builder.args((t) => fieldsOf(t, endpoint.params)),
  description: `${endpoint.doc}. ${restOf(endpoint)}`,
  ...loaded(load, {
    fromIds: true,
    cost: { asks: endpoint.name, parentsPerCall: 1, by: 'account', objects },
  }),
});

// A list without a documented end is reckoned with as many rows as a page can have.
const mostRows = 1000;

/** A list that comes whole, with the endpoint's parameters as arguments. */
export const wholeList = <Parent>(endpoint: RowEndpoint, from: From<Parent>) => ({
  ...reads(endpoint, rows(endpoint, from), { firstOr: endpoint.returns.most ?? mostRows }),
  type: [entityRef(endpoint.returns.of)] as [EntityRef],
});

/** A value that an endpoint answers with, with the endpoint's parameters as arguments. */
export const single = <Parent>(endpoint: RowEndpoint, from: From<Parent>) =>
  singleLoaded(endpoint, value(endpoint, from));

/** The same where what is sent is not quite what was written. */
export const singleLoaded = <Parent>(endpoint: RowEndpoint, load: Load<Parent, Row | null>) => ({
  ...reads(endpoint, load, 'one'),
  type: entityRef(endpoint.returns.of),
});

/** A list of an account that an id in the endpoint's path chooses; that id is an argument. */
export const listOfAccountBy = <E extends RowEndpoint>(
  endpoint: E,
  idName: PathNames<E['path']>,
) => {
  const field = listOfAccount(endpoint);
  return { ...field, args: { ...pathArgument(endpoint, idName), ...field.args } };
};

const pathArgument = (endpoint: Endpoint, idName: string) =>
  builder.args((t) => ({
    [camelCase(idName)]: t.id({ required: true, description: pathDoc(endpoint, idName) }),
  }));

/** A value of an account that an id in the endpoint's path chooses; that id is an argument. */
export const singleBy = <E extends RowEndpoint>(endpoint: E, idName: PathNames<E['path']>) => {
  const field = single(endpoint, ofAccount);
  return { ...field, args: { ...pathArgument(endpoint, idName), ...field.args } };
};

/** The plain texts that an endpoint lists, with the endpoint's parameters as arguments. */
export const textList = <Parent>(endpoint: Endpoint, from: From<Parent>) => ({
  ...reads(endpoint, texts(endpoint, from), 'one'),
  type: ['String'] as ['String'],
});
