import type { InputFieldMap } from '@pothos/core';
import { idListOf, readEndpointsOf } from '../../loaders/read-endpoints.ts';
import type { FieldCost, IdOrigin, Load } from '../../resolvers/field.ts';
import { itemUnder, one, oneOfList, requestedItself } from '../../resolvers/reads/item.ts';
import { accountLink, link } from '../../resolvers/reads/node.ts';
import type { ParentInputOf } from '../../resolvers/reads/page.ts';
import { aboutParent, listUnderItem, ofAccount, ofParent } from '../../resolvers/reads/page.ts';
import { givenParams, rows, texts, value } from '../../resolvers/reads/value.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import type { Endpoint, RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { identifierOf, type PathNames } from '../../upstream/catalogue/language/identifiers.ts';
import { camelCase, snakeCase } from '../../upstream/catalogue/names.ts';
import type { Row } from '../../upstream/client/row.ts';
import { fieldsOf, itemArgs, pathDoc } from './args.ts';
import { builder } from './builder.ts';
import { list } from './connections.ts';
import { loaded, loadedBy } from './loaded.ts';
import { type EntityRef, entityRef } from './refs.ts';
import { nounOf, restOf } from './rest.ts';

const idsPerCall = 200;
/** The cost of reading an entity by id. Throws TypeError if no endpoint can. */
const byId = (entity: Entity, idsFrom: IdOrigin) => {
  const { list, item } = readEndpointsOf(entity);
  if (list === null && item === null) {
    throw new TypeError(`no endpoint of catalogue/areas.ts reads ${entity.name} by id`);
  }
  return {
    asks: entity.name,
    parentsPerCall: rowsPerCall(entity),
    by: 'parent',
    objects: 'one',
    idsFrom,
  } as const;
};

/** Number of rows that one call reads by id: up to 200, or 1 if no list needs only ids. */
export const rowsPerCall = (entity: Entity): number => idListOf(readEndpointsOf(entity))?.size ?? 1;

// Descriptions in the catalogue end in "of an account", but a field belongs to one account, or to a
// parent in it.
const ofParentNoun = (doc: string, noun: string): string =>
  doc.replace(/\bof (line items of )?an account\b/, `of this ${noun}`);

/** A list of all rows in an account. */
export const listOfAccount = (endpoint: RowEndpoint) =>
  list({
    endpoint,
    from: ofAccount,
    by: 'account',
    doc: endpoint.doc.replace(/\bof an account\b/, 'of this account'),
  });

/** The rows of a parent, by the filter `param`. If it takes several ids, a call serves 200. */
export const listOfParent = <E extends RowEndpoint>(
  endpoint: E,
  param: keyof E['params'] & string,
) =>
  list({
    endpoint,
    from: ofParent(endpoint, param),
    doc: ofParentNoun(endpoint.doc, nounOf(param)),
    supplied: [param],
    parentsPerCall: endpoint.params[param]?.kind === 'list' ? idsPerCall : 1,
  });

/** The rows about one parent, of the kinds that `param` takes. Each parent costs a call. */
export const listAboutParent = <E extends RowEndpoint>(
  endpoint: E,
  param: keyof E['params'] & string,
  entity: Entity,
) =>
  list({
    endpoint,
    from: aboutParent(endpoint, param, entity),
    doc: `${endpoint.doc.replace(/\bone entity of an account\b/, `this ${snakeCase(entity.name).replaceAll('_', ' ')}`)}. One call for each, because the API takes one entity per call`,
    supplied: [param, identifierOf(param).by?.param ?? ''],
  });

/** One entity by id. */
export const item = (endpoint: RowEndpoint) => ({
  type: entityRef(endpoint.returns.of),
  args: itemArgs(endpoint),
  description: `${endpoint.doc}; null if there is none. ${restOf(endpoint)}`,
  ...loadedBy(endpoint, one(endpoint), {
    ...byId(endpoint.returns.of, 'client'),
    itself: requestedItself(endpoint),
  }),
});

/** One entity of an account by an id that only a list takes, named in `identifiers.ts`. */
export const itemOfList = (endpoint: RowEndpoint, idName: string) => ({
  type: entityRef(endpoint.returns.of),
  args: builder.args((t) => ({
    id: t.id({
      required: true,
      description: `The ${nounOf(idName)}, by its id in the REST API or its global id.`,
    }),
  })),
  description: `${endpoint.doc.replace(/^The (.*?)s of an account/, 'The $1')}; null if the account has none of this id. ${restOf(endpoint)}`,
  ...loadedBy(endpoint, oneOfList(endpoint, idName), byId(endpoint.returns.of, 'client')),
});

const inOneCall = (rows: number): string =>
  rows === 1 ? 'with one call each' : `up to ${rows} in one call`;

/** A link to an entity that is read by id. `needs` has the columns from which `load` reads it. */
export const linkBy = <Parent>(
  entity: Entity,
  {
    needs,
    doc,
    load,
    authorIn,
  }: {
    readonly needs: readonly string[];
    readonly doc: string;
    readonly load: Load<Parent, Row | null>;
    readonly authorIn?: NonNullable<FieldCost['authorIn']>;
  },
) => ({
  type: entityRef(entity),
  description: `${doc}; shown even when deleted. Read by id, ${inOneCall(rowsPerCall(entity))}; not read when only its ids are selected.`,
  ...loaded(load, {
    needs,
    cost: { ...byId(entity, 'api'), isLink: true, ...(authorIn && { authorIn }) },
  }),
});

/** A link to the entity whose id is in a column. */
export const linkTo = (entity: Entity, column: string, doc: string) =>
  linkBy(entity, { needs: [column], doc, load: link(entity, column) });

/** The link to the account of a row. */
export const linkToAccount = () => ({
  type: entityRef(account),
  description: 'The account it belongs to.',
  ...loaded(accountLink(account), {
    fromIds: true,
    cost: { ...byId(account, 'api'), by: 'account', isLink: true },
  }),
});

/** Fields that call an endpoint for each account, or parent, with its parameters as arguments. */
const reads = <Parent, T>(
  endpoint: Endpoint,
  load: Load<Parent, T>,
  { objects, by = 'account' }: Pick<FieldCost, 'objects'> & Partial<Pick<FieldCost, 'by'>>,
) => ({
  args: builder.args((t) => fieldsOf(t, givenParams(endpoint))),
  description: `${endpoint.doc}. ${restOf(endpoint)}`,
  ...loadedBy(endpoint, load, { asks: endpoint.name, parentsPerCall: 1, by, objects }),
});

// The number of rows for the cost of a list without pages, if its endpoint has no limit.
const maxRows = 1000;

/** A list without pages. */
export const wholeList = <Parent>(
  endpoint: RowEndpoint,
  from: ParentInputOf<Parent>,
  by?: FieldCost['by'],
) => ({
  ...reads(endpoint, rows(endpoint, from), {
    objects: { firstOr: endpoint.returns.most ?? maxRows },
    ...(by && { by }),
  }),
  type: [entityRef(endpoint.returns.of)] as [EntityRef],
});

/** A list without pages below the row whose id in the path is `idName`. */
export const wholeListUnder = <E extends RowEndpoint>(endpoint: E, idName: PathNames<E['path']>) =>
  wholeList(endpoint, listUnderItem(idName), 'parent');

/** One entity by id, below the row whose id in the path is `idName`. */
export const itemBelow = <E extends RowEndpoint>(endpoint: E, idName: PathNames<E['path']>) => ({
  ...singleLoaded(endpoint, itemUnder(endpoint, listUnderItem(idName)), 'parent'),
  args: itemArgs(endpoint),
  description: `${endpoint.doc}; null if there is none. ${restOf(endpoint)}`,
});

/** The one row of an endpoint's response. */
export const single = <Parent>(endpoint: RowEndpoint, from: ParentInputOf<Parent>) =>
  singleLoaded(endpoint, value(endpoint, from));

/** The one row of an endpoint, with a load of its own. */
export const singleLoaded = <Parent>(
  endpoint: RowEndpoint,
  load: Load<Parent, Row | null>,
  by?: FieldCost['by'],
) => ({
  ...reads(endpoint, load, { objects: 'one', ...(by && { by }) }),
  type: entityRef(endpoint.returns.of),
});

/** A list in an account whose path has one more id, which is an argument. */
export const listOfAccountBy = <E extends RowEndpoint>(endpoint: E, idName: PathNames<E['path']>) =>
  withPathArgument(listOfAccount(endpoint), endpoint, idName);

/** A single row in an account whose path has one more id, which is an argument. */
export const singleBy = <E extends RowEndpoint>(endpoint: E, idName: PathNames<E['path']>) =>
  withPathArgument(single(endpoint, ofAccount), endpoint, idName);

const withPathArgument = <Field extends { readonly args: InputFieldMap }>(
  field: Field,
  endpoint: Endpoint,
  idName: string,
) => {
  const argument = builder.args((t) => ({
    [camelCase(idName)]: t.id({ required: true, description: pathDoc(endpoint, idName) }),
  }));
  return { ...field, args: { ...argument, ...field.args } };
};

/** The strings of an endpoint's response. */
export const textList = <Parent>(endpoint: Endpoint, from: ParentInputOf<Parent>) => ({
  ...reads(endpoint, texts(endpoint, from), { objects: 'one' }),
  type: ['String'] as ['String'],
});
