import type { IncomingHttpHeaders } from 'node:http';
import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';
import type { Identity } from '../auth/identity.ts';
import type { Origins, SharedAddress } from '../auth/origins.ts';
import { answerPreflight, baseUrlFor, originsOf } from '../auth/origins.ts';
import type { Config } from '../config/config.ts';
import { createPrepare, parseWithin } from '../execution/plan/prepare.ts';
import { type Admission, beginLongWork } from '../http/door/admission.ts';
import type { Bodies } from '../http/door/body.ts';
import type { HttpExchange } from '../http/door/exchange.ts';
import type { Engine } from '../http/plugins/engine.ts';
import type { Requests } from '../http/requests.ts';
import type { Store } from '../state/store.ts';

/** The parts of a gateway that its rooms use. */
export interface Host
  extends Graph,
    Pick<Engine, 'execute' | 'refuseStopping'>,
    Pick<Requests, 'own'>,
    Pick<Bodies, 'read'> {
  readonly identity: Identity;
  readonly store: Store;
  /** The gateway's own origin for a request, and the allowed ones. */
  readonly originsOf: (headers: IncomingHttpHeaders) => Origins;
  /** The URL under which the clients of a request reach the gateway. */
  readonly baseUrlFor: (headers: IncomingHttpHeaders) => string;
  /** Adds the CORS headers for allowed origins, and answers a preflight request; true if it did. */
  readonly answerPreflight: (exchange: HttpExchange, shared: SharedAddress) => boolean;
  /** Takes a place, and waits for a turn without other long work. Rejects with a refusal. */
  readonly beginLongWork: (exchange: HttpExchange) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Routes beside those of the gateway, such as the tools of agents. Whoever composes a gateway gives
 * it its rooms.
 */
export interface Rooms {
  /** The route of a path, without the parts that a caller chose; null for a path of others. */
  readonly routeOf: (path: string) => string | null;
  /** Reads its files anew. Throws ConfigError, and then what they had holds. */
  readonly renew: () => void;
  /** Creates the handler of its paths; false for any other path. */
  readonly open: (host: Host) => (exchange: HttpExchange, path: string) => Promise<boolean>;
}

/** The schema of a gateway, and how it reads documents. */
export interface Graph {
  readonly schema: GraphQLSchema;
  /** Parses a document within the limits. Throws GraphQLError. */
  readonly parse: (text: string) => DocumentNode;
  /** The errors of an operation of a document, which is not executed; empty without any. */
  readonly errorsOf: (text: string, operation: string) => readonly GraphQLError[];
}

/** Creates the rooms of a gateway. Throws ConfigError. */
export type CreateRooms = (config: Config, graph: Graph) => Rooms;

/** The rooms of a gateway without any. */
export const noRooms: CreateRooms = () => ({
  routeOf: () => null,
  renew: () => undefined,
  open: () => async () => false,
});

/** Creates the graph of a schema. */
export const graphOf = ({ limits }: Pick<Config, 'limits'>, schema: GraphQLSchema): Graph => {
  const prepare = createPrepare({ schema, limits, introspection: true });
  return {
    schema,
    parse: (text) => parseWithin(text, limits),
    errorsOf: (text, operation) => {
      const plan = prepare(text, operation);
      return 'isMutation' in plan ? [] : plan;
    },
  };
};

/** The parts of a gateway that a host is made of. */
interface HostParts extends Pick<Host, 'identity' | 'store'> {
  readonly graph: Graph;
  readonly engine: Engine;
  readonly requests: Requests;
  readonly bodies: Bodies;
  readonly admission: Admission;
  readonly now?: (() => number) | undefined;
}

/** Creates what rooms get. */
export const hostOf = ({ identity, store, now = Date.now, ...parts }: HostParts): Host => {
  const { engine, requests, bodies, admission, graph } = parts;
  return {
    ...graph,
    ...{ identity, store, now },
    execute: engine.execute,
    refuseStopping: engine.refuseStopping,
    own: requests.own,
    read: bodies.read,
    originsOf: (headers) => originsOf(identity, headers),
    baseUrlFor: (headers) => baseUrlFor(identity, headers),
    answerPreflight: (exchange, shared) => answerPreflight(identity, exchange, shared),
    beginLongWork: (exchange) => beginLongWork(admission, exchange),
  };
};
