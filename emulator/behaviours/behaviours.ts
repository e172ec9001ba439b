import type { Endpoint } from '../../src/upstream/catalogue/language/endpoint.ts';
import { applyBatch } from '../batch.ts';
import { readList } from '../list.ts';
import { ownName, readOne } from '../read.ts';
import { refusal } from '../refusal.ts';
import type { EntityRules, Handler } from '../scope.ts';
import { create, remove, update } from '../write.ts';
import * as areas from './areas.ts';

/** The behaviour of an area that is not generic. */
interface Behaviour {
  readonly handlers?: Readonly<Record<string, Handler>>;
  readonly rules?: Readonly<Record<string, EntityRules>>;
}

const behaviourOfAreas: readonly Behaviour[] = Object.values(areas);

/** The handlers of the endpoints that are not generic, by the name of the endpoint. */
const behaviours: Readonly<Record<string, Handler>> = Object.freeze(
  Object.assign({}, ...behaviourOfAreas.map(({ handlers }) => handlers)),
);

/** The rules of the rows of an entity, by its name. */
export const rules: Readonly<Record<string, EntityRules>> = Object.freeze(
  Object.assign({}, ...behaviourOfAreas.map((area) => area.rules)),
);

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
