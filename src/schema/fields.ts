import { one } from '../resolvers/call.ts';
import { accountLink, link } from '../resolvers/node.ts';
import { ofAccount, ofParent } from '../resolvers/page.ts';
import { account } from '../upstream/catalogue/accounts.ts';
import type { Endpoint } from '../upstream/catalogue/endpoint.ts';
import type { Entity } from '../upstream/catalogue/entity.ts';
import { itemArgs } from './args.ts';
import { list } from './connections.ts';
import type { EntityRef } from './entities.ts';
import { restOf } from './rest.ts';

const idsPerCall = 200;
const byId = {
  parentsPerCall: idsPerCall,
  perAccount: true,
  objects: 'one',
  onlyForRow: true,
} as const;

/** A list of an account. */
export const listOfAccount = (endpoint: Endpoint, type: EntityRef) =>
  list({ endpoint, type, from: ofAccount });

/** A list of the rows that belong to their parent by `param`; the asks of up to 200 parents are one call. */
export const listOfParent = (endpoint: Endpoint, type: EntityRef, param: string) =>
  list({
    endpoint,
    type,
    from: ofParent(endpoint, param),
    supplied: [param],
    parentsPerCall: idsPerCall,
  });

/** One entity by id. */
export const item = (endpoint: Endpoint, entity: Entity, type: EntityRef) => ({
  type,
  args: itemArgs(endpoint),
  description: `${endpoint.doc}; null where there is none. Costs no call when only its ids and lists are selected. ${restOf(endpoint)}`,
  extensions: { facts: { cost: byId } },
  resolve: one(endpoint, entity),
});

/** The entity whose id stands in a column. */
export const linkTo = (
  entity: Entity,
  type: EntityRef,
  { column, doc }: { readonly column: string; readonly doc: string },
) => ({
  type,
  description: `${doc}; shown even when deleted. Read by id, up to ${idsPerCall} in one call, and not at all when only its ids are selected.`,
  extensions: { facts: { needs: [column], cost: byId } },
  resolve: link(entity, column),
});

/** The account that a row belongs to. */
export const linkToAccount = (type: EntityRef) => ({
  type,
  description: 'The account it belongs to.',
  extensions: { facts: { fromIds: true, cost: byId } } as const,
  resolve: accountLink(account),
});
