import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import { applyBatch } from './batch.ts';
import { behaviours } from './behaviours/behaviours.ts';
import { readList } from './list.ts';
import { ownName, readOne } from './read.ts';
import { refusal } from './refusal.ts';
import type { Handler } from './scope.ts';
import { create, remove, update } from './write.ts';

const generic = ({ method, returns, path }: Endpoint): Handler | undefined => {
  const { as, of } = returns;
  if (of === null) return undefined;
  if (as === 'batch') return applyBatch;
  if (method === 'GET' && (as === 'page' || as === 'rows')) return readList;
  if (as !== 'one') return undefined;
  if (method === 'POST') return create;
  // The other methods act on the row whose id ends the path.
  if (ownName(path) === null) return undefined;
  return { GET: readOne, PUT: update, DELETE: remove }[method];
};

/**
 * The handler of each endpoint, by name: its own behaviour, or the generic one for its method and
 * answer.
 */
export const handlersOf = (endpoints: readonly Endpoint[]): ReadonlyMap<string, Handler> =>
  new Map(
    endpoints.map((endpoint) => [
      endpoint.name,
      behaviours[endpoint.name] ?? generic(endpoint) ?? unanswered,
    ]),
  );

// A 501 for a new endpoint that has no handler yet, so that all others can be served.
const unanswered: Handler = ({ endpoint }) => {
  throw refusal(501, 'NOT_EMULATED', `The emulator does not answer ${endpoint.name}`);
};
