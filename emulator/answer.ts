import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import { canonicalId, pathIdName } from '../src/upstream/catalogue/language/identifiers.ts';
import type { Values } from '../src/upstream/catalogue/language/values.ts';
import type { Without } from '../src/upstream/catalogue/without.ts';
import { withAllValuesUsed } from './all-values-used.ts';
import { authenticate } from './authenticate.ts';
import { type EmulatorResponse, echoOf } from './envelope.ts';
import { errorResponse } from './error-format.ts';
import { accept, isForm, readInput } from './input.ts';
import { type Pairs, readPairs } from './pairs.ts';
import type { CountedRequest, RateVerdict } from './rate-windows.ts';
import { recordChange } from './recorded-history.ts';
import { Refusal, refusal } from './refusal.ts';
import { requireRights } from './rights.ts';
import { type RouteMatch, routeRefusal } from './routes.ts';
import type { Handler, Paging, Scope, World } from './scope.ts';
import type { SignatureVerdict, SignedRequest } from './signature.ts';
import { addVersion } from './stats/versions.ts';

export interface IncomingRequest {
  readonly method: string;
  readonly path: string;
  readonly queryText: string;
  readonly contentType: string;
  readonly authorization: string | undefined;
  readonly cookie: string;
  readonly host: string;
  /** The scheme that the caller used: https if a proxy header says so. */
  readonly scheme: 'http' | 'https';
  readonly body: string;
}

/** Scheme and host of a request, as its caller wrote them. */
export const originOf = ({ scheme, host }: Pick<IncomingRequest, 'scheme' | 'host'>): string =>
  `${scheme}://${host}`;

/** A response and its headers. `reason` says why a signature was refused; else it is null. */
export interface EmulatorOutcome {
  readonly response: EmulatorResponse;
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: string | null;
}

/** The state from which all requests are answered. */
export interface EmulatorState {
  readonly world: World;
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly verify: (request: SignedRequest) => SignatureVerdict;
  readonly countRate: (request: CountedRequest) => RateVerdict;
}

/**
 * Answers a request that was routed. It checks, in this order: version, signature, access to the
 * account, rate, size and parameters; then it calls the handler of the endpoint. A failure is
 * answered with the status and error of the API.
 */
export const answerTo = (
  emulator: EmulatorState,
  incoming: IncomingRequest,
  { route, paging }: { readonly route: RouteMatch; readonly paging: Paging },
): EmulatorOutcome => {
  const state: ResponseState = { headers: {}, reason: null, echo: {} };
  try {
    if (route.found !== 'endpoint') throw routeRefusal(route);
    const { version } = route.endpoint;
    if (version !== null && emulator.world.settings.retiredVersions.includes(version)) {
      throw routeRefusal({ found: 'other version', version: `${version}.0`, served: [] });
    }
    return { response: handle(emulator, incoming, { ...route, paging, state }), ...state };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const response = errorResponse(incoming.path, error, state.echo);
    return { response, headers: state.headers, reason: state.reason };
  }
};

// Filled while a request is checked, so that a refusal has everything known so far.
interface ResponseState {
  headers: Readonly<Record<string, string>>;
  reason: string | null;
  echo: Values;
}

interface FoundEndpoint {
  readonly endpoint: Endpoint;
  readonly ids: Readonly<Record<string, string>>;
  readonly paging: Paging;
  readonly state: ResponseState;
}

const handle = (
  { world, handlers, verify, countRate }: EmulatorState,
  incoming: IncomingRequest,
  { endpoint, ids: asWritten, paging, state }: FoundEndpoint,
): EmulatorResponse => {
  const query = readPairs(incoming.queryText);
  const form = isForm(incoming.contentType) ? readPairs(incoming.body) : [];
  const { user, token, inHeader } = authenticate({ world, verify }, incoming, {
    endpoint,
    query,
    form,
    state,
  });
  const ids = canonicalIds(endpoint, asWritten);
  const accountId = ids['account_id'] ?? null;
  const permissions =
    accountId === null || user === null ? [] : requireRights(world, { user, accountId, endpoint });
  requireWindow(countRate, { endpoint, accountId, userId: user?.userId ?? '', query, state });
  const { contentType, body } = incoming;
  requireSize(endpoint, body);
  const sent = { ids, query: [...query, ...inHeader], form, contentType, body };
  const decoded = readInput(endpoint, sent, {
    strict: world.settings.strict,
    now: world.now(),
  });
  state.echo = echoOf(endpoint, decoded.input);
  accept(decoded);
  const { input, itemErrors } = decoded;
  const handler = handlers.get(endpoint.name);
  if (handler === undefined) throw new TypeError(`nothing answers ${endpoint.name}`);
  const scope: Scope = {
    ...world,
    endpoint,
    input,
    echo: state.echo,
    user,
    permissions,
    credentials: { token, authorization: incoming.authorization ?? '', cookie: incoming.cookie },
    accountId,
    origin: originOf(incoming),
    paging,
    itemErrors,
  };
  return endpoint.readOnly ? handler(scope) : written(handler, scope);
};

// A refusal undoes the changes of the handler.
const written = (handler: Handler, scope: Scope): EmulatorResponse =>
  scope.store.atomically(
    () =>
      withAllValuesUsed(
        scope,
        { fields: scope.endpoint.params, given: scope.input, isStored: () => false },
        (input) => handler({ ...scope, input }),
      ),
    (changes) => {
      for (const change of changes) {
        addVersion(scope, change);
        recordChange(scope, change);
      }
    },
  );

const requireSize = ({ maxBytes }: Endpoint, body: string): void => {
  if (maxBytes === null || Buffer.byteLength(body) <= maxBytes) return;
  throw refusal(400, 'INVALID', `The body has more than ${maxBytes} bytes`);
};

const canonicalIds = (endpoint: Endpoint, written: FoundEndpoint['ids']): FoundEndpoint['ids'] =>
  Object.fromEntries(
    Object.entries(written).map(([name, id]) => [
      name,
      canonicalId(pathIdName(endpoint, name), id),
    ]),
  );

const requireWindow = (
  countRate: EmulatorState['countRate'],
  {
    query,
    state,
    ...request
  }: Without<CountedRequest, 'total'> & { readonly query: Pairs; readonly state: ResponseState },
): void => {
  const counts = 'with_total_count';
  const total = query.some(([name, value]) => name === counts && /^true$/i.test(value));
  const { allowed, headers } = countRate({
    ...request,
    total: total && counts in request.endpoint.params,
  });
  state.headers = headers;
  if (allowed) return;
  throw refusal(429, 'TOO_MANY_REQUESTS', 'Too many requests; wait for the reset');
};
