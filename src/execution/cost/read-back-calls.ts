import { givenKeyOf, readBackOf } from '../../loaders/read-back.ts';
import { readEndpointsOf } from '../../loaders/read-endpoints.ts';
import type { Args } from '../../resolvers/field.ts';
import { MAX_READ_BACK_PAGES } from '../../resolvers/writes/confirm-rows.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { listIn } from '../../upstream/catalogue/language/values.ts';
import { addCalls, addRowsById, type Tally } from './call-tally.ts';

/**
 * Adds the largest number of calls that read a keyed write back, in case it was sent before with an
 * unknown outcome: 10 pages of campaigns for `createCampaign`, 1 campaign for `updateCampaign`.
 */
export const addReadBack = (tally: Tally, write: Endpoint, { input }: Args): void => {
  const args = (input ?? {}) as Args;
  const { method, returns } = write;
  const entity = returns.of;
  if ((args['idempotencyKey'] ?? null) === null) return;
  const { list, item } = readBackOf(write);
  const addReads = (endpoint: Endpoint | null, calls: number): void => {
    if (endpoint === null || calls === 0) return;
    tally.sources.add(endpoint.name);
    addCalls(tally, endpoint.name, calls);
  };
  if (returns.as === 'texts') addReads(list, 1);
  if (entity === null || (entity.key === null && method !== 'PUT')) return;
  const { created, changed } = changesOf(write, args);
  // One list of rows serves all creations.
  addReads(list, created > 0 ? MAX_READ_BACK_PAGES : 0);
  const byId = readEndpointsOf(entity);
  if (item !== null) addReads(item, changed);
  else if (byId.list === null && byId.item === null) addReads(list, changed * MAX_READ_BACK_PAGES);
  else if (changed > 0) addRowsById(tally, entity.name, { count: changed, accounts: 1 });
};

/** The number of rows that a write creates, and of rows that it changes or deletes. */
const changesOf = (write: Endpoint, args: Args) => {
  const { method, operations } = write;
  if (operations === null) {
    return method === 'POST' && givenKeyOf(write) === null
      ? { created: 1, changed: 0 }
      : { created: 0, changed: 1 };
  }
  const items = listIn(args['operations']) as readonly Args[];
  const created = items.filter((one) => 'create' in one).length;
  return { created, changed: items.length - created };
};
