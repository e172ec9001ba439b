import type { Endpoint } from '../../src/upstream/catalogue/language/endpoint.ts';
import { pathNames } from '../../src/upstream/catalogue/language/identifiers.ts';
import { TransportError, UpstreamError } from '../../src/upstream/client/errors.ts';
import type { Plain, World } from './faulty-world.ts';
import { fateOf } from './hash.ts';

/**
 * The parameter of a list that chooses rows by their own ids; undefined where the call gives none.
 */
export const ownIds = ({ params, returns: { of } }: Endpoint, input: Plain): string | undefined =>
  Object.entries(params).find(
    ([name, param]) =>
      param.kind === 'list' &&
      of?.key != null &&
      param.matches === of.key &&
      input[name] !== undefined,
  )?.[0];

/**
 * True if a row can be read by its id. A row that cannot is in no list either, so that every way of
 * reading gives the same.
 */
export const isReadable = (world: World, id: string): boolean =>
  fateOf(world.seed, 'id', id.toLowerCase()) >= world.trouble * 0.12;

/** Throws the error of a call, if it fails. */
export const refuse = (world: World, endpoint: Endpoint, input: Plain): void => {
  if (world.trouble === 0) return;
  const entity = endpoint.returns.of?.name ?? endpoint.name;
  // A row may be read by its list or by its own endpoint, so either both fail or none.
  if (fateOf(world.seed, 'entity', entity) < 0.03) throw failure(world.seed, endpoint, entity);
  const own = ownIds(endpoint, input);
  const id = ownId(endpoint, input);
  if (own !== undefined) refuseAny(world, endpoint, { input, param: own });
  else if (id === null) refuseList(world, endpoint, input);
  else if (!isReadable(world, id)) throw failure(world.seed, endpoint, id.toLowerCase());
};

/** The id of the only row that an endpoint answers with; null if it answers with something else. */
const ownId = ({ path, returns: { as, of } }: Endpoint, input: Plain): string | null => {
  const last = pathNames(path).at(-1);
  return as === 'one' && of?.key != null && last !== undefined ? String(input[last]) : null;
};

const refuseList = (world: World, endpoint: Endpoint, input: Plain): void => {
  for (const [param, { kind, ...rest }] of Object.entries(endpoint.params)) {
    if (kind !== 'list' || !('matches' in rest) || input[param] === undefined) continue;
    refuseAny(world, endpoint, { input, param });
  }
  const place = pathNames(endpoint.path).map((name) => String(input[name]).toLowerCase());
  if (fateOf(world.seed, 'list', endpoint.name, ...place) < 0.05) {
    throw failure(world.seed, endpoint, place.join());
  }
};

// A call with several bad ids fails with an error that names the parameter. A call with one id
// fails with the error of that id.
const refuseAny = (
  world: World,
  endpoint: Endpoint,
  { input, param }: { readonly input: Plain; readonly param: string },
): void => {
  const ids = [input[param]].flat().map(String);
  const isOwn = param === ownIds(endpoint, input);
  const isBad = (id: string): boolean =>
    isOwn
      ? !isReadable(world, id)
      : fateOf(world.seed, 'parent', endpoint.name, id.toLowerCase()) < 0.07;
  const [bad] = ids.filter(isBad);
  if (bad === undefined) return;
  if (ids.length === 1) throw failure(world.seed, endpoint, bad.toLowerCase());
  const problems = [{ code: 'NOT_FOUND', message: 'one of them is not there', parameter: param }];
  throw new UpstreamError({ endpoint: endpoint.name, status: 404, problems });
};

/** The error of a key: always the same one. */
const failure = (seed: number, { name: endpoint }: Endpoint, key: string): Error => {
  const way = Math.floor(fateOf(seed, 'way', key) * 7);
  const status = [403, 404, 400, 503, 429][way];
  if (status !== undefined) {
    const problems = [{ code: `REFUSED_${status}`, message: 'no' }];
    return new UpstreamError({ endpoint, status, problems });
  }
  return way === 5
    ? new TransportError('UPSTREAM_BAD_RESPONSE', endpoint, 'unreadable', { sent: true })
    : new TransportError('UPSTREAM_TIMEOUT', endpoint, 'too slow', { sent: true });
};
