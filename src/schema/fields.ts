import { formsOf } from '../loaders/forms.ts';
import { one } from '../resolvers/call.ts';
import { camelCase } from '../resolvers/names.ts';
import { accountLink, link } from '../resolvers/node.ts';
import type { From } from '../resolvers/page.ts';
import { ofAccount, ofParent, startQuietly } from '../resolvers/page.ts';
import type { Ahead } from '../resolvers/selection.ts';
import { rows, texts, value } from '../resolvers/value.ts';
import { account } from '../upstream/catalogue/accounts.ts';
import type { Endpoint } from '../upstream/catalogue/endpoint.ts';
import type { Entity } from '../upstream/catalogue/entity.ts';
import { fieldsOf, itemArgs, pathDoc } from './args.ts';
import { builder } from './builder.ts';
import { list } from './connections.ts';
import type { EntityRef } from './entities.ts';
import { nounOf, restOf } from './rest.ts';

const idsPerCall = 200;
const byId = (rowsPerCall: number) =>
  ({ parentsPerCall: rowsPerCall, perAccount: true, objects: 'one', onlyForRow: true }) as const;

/** How many rows of an entity one call reads by id. */
const rowsPerCall = (entity: Entity): number => {
  const { list } = formsOf(entity);
  return list === null || list.needs.length > 0 ? 1 : list.size;
};

// The catalogue says what an endpoint lists of an account; a field stands on one account, or on something narrower in it.
const ofThis = (doc: string, noun: string): string =>
  doc.replace(/\bof (line items of )?an account\b/, `of this ${noun}`);

/** A list of an account. */
export const listOfAccount = (endpoint: Endpoint, type: EntityRef) =>
  list({
    endpoint,
    type,
    from: ofAccount,
    doc: endpoint.doc.replace(/\bof an account\b/, 'of this account'),
  });

/** A list of the rows that belong to their parent by `param`; where that is a list, the asks of up to 200 parents are one call. */
export const listOfParent = (endpoint: Endpoint, type: EntityRef, param: string) =>
  list({
    endpoint,
    type,
    from: ofParent(endpoint, param),
    doc: ofThis(endpoint.doc, nounOf(param)),
    supplied: [param],
    parentsPerCall: endpoint.params[param]?.kind === 'list' ? idsPerCall : 1,
  });

/** One entity by id. */
export const item = (endpoint: Endpoint, entity: Entity, type: EntityRef) => {
  const resolve = one(endpoint, entity);
  const ahead: Ahead = (parent, args, context, info) =>
    startQuietly(async () => resolve(parent, args, context, info));
  return {
    type,
    args: itemArgs(endpoint),
    description: `${endpoint.doc}; null where there is none. Costs no call when only its ids and lists are selected. ${restOf(endpoint)}`,
    extensions: { facts: { fromIds: true, ahead, cost: byId(rowsPerCall(entity)) } } as const,
    resolve,
  };
};

const inOneCall = (rows: number): string =>
  rows === 1 ? 'each with a call of its own' : `up to ${rows} in one call`;

/** An entity that is read by id; `needs` are the columns that `resolve` finds the id in. */
export const linkBy = <Resolve>(
  entity: Entity,
  type: EntityRef,
  {
    needs,
    doc,
    resolve,
  }: { readonly needs: readonly string[]; readonly doc: string; readonly resolve: Resolve },
) => ({
  type,
  description: `${doc}; shown even when deleted. Read by id, ${inOneCall(rowsPerCall(entity))}, and not at all when only its ids are selected.`,
  extensions: { facts: { needs, cost: byId(rowsPerCall(entity)) } },
  resolve,
});

/** The entity whose id stands in a column. */
export const linkTo = (
  entity: Entity,
  type: EntityRef,
  { column, doc }: { readonly column: string; readonly doc: string },
) => linkBy(entity, type, { needs: [column], doc, resolve: link(entity, column) });

/** The account that a row belongs to. */
export const linkToAccount = (type: EntityRef) => ({
  type,
  description: 'The account it belongs to.',
  extensions: { facts: { fromIds: true, cost: byId(rowsPerCall(account)) } } as const,
  resolve: accountLink(account),
});

const ownCall = { parentsPerCall: 1, perAccount: true } as const;
const wholeLists = { firstOr: 50 } as const;

/** What all fields have that read an endpoint as it is: its parameters as arguments, and a call of their own. */
const reads = <A, O>(endpoint: Endpoint, ahead: A, objects: O) => ({
  args: builder.args((t) => fieldsOf(t, endpoint.params)),
  description: `${endpoint.doc}. ${restOf(endpoint)}`,
  extensions: { facts: { fromIds: true as const, ahead, cost: { ...ownCall, objects } } },
});

/** A list that comes whole, with the endpoint's parameters as arguments. */
export const wholeList = <Parent>(endpoint: Endpoint, type: EntityRef, from: From<Parent>) => {
  const { resolve, ahead } = rows(endpoint, from);
  return { ...reads(endpoint, ahead, wholeLists), type: [type] as [EntityRef], resolve };
};

/** A value that an endpoint answers with, with the endpoint's parameters as arguments. */
export const single = <Parent>(endpoint: Endpoint, type: EntityRef, from: From<Parent>) => {
  const { resolve, ahead } = value(endpoint, from);
  return { ...reads(endpoint, ahead, 'one' as const), type, resolve };
};

/** A list of an account that an id in the endpoint's path chooses; that id is an argument. */
export const listOfAccountBy = (endpoint: Endpoint, type: EntityRef, idName: string) => {
  const field = listOfAccount(endpoint, type);
  return { ...field, args: { ...pathArgument(endpoint, idName), ...field.args } };
};

const pathArgument = (endpoint: Endpoint, idName: string) =>
  builder.args((t) => ({
    [camelCase(idName)]: t.id({
      required: true,
      description: pathDoc(endpoint, idName),
    }),
  }));

/** A value of an account that an id in the endpoint's path chooses; that id is an argument. */
export const singleBy = (endpoint: Endpoint, type: EntityRef, idName: string) => ({
  ...single(endpoint, type, ofAccount),
  args: { ...pathArgument(endpoint, idName), ...builder.args((t) => fieldsOf(t, endpoint.params)) },
});

/** The plain texts that an endpoint lists, with the endpoint's parameters as arguments. */
export const textList = <Parent>(endpoint: Endpoint, from: From<Parent>) => {
  const { resolve, ahead } = texts(endpoint, from);
  return { ...reads(endpoint, ahead, 'one' as const), type: ['String'] as ['String'], resolve };
};
