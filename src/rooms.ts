import type { GraphQLSchema } from 'graphql';
import type { Identity } from './auth/identity.ts';
import type { Config } from './config.ts';
import type { Admission } from './http/door/admission.ts';
import type { Bodies } from './http/door/body.ts';
import type { HttpExchange } from './http/door/exchange.ts';
import type { Engine } from './http/plugins/engine.ts';
import type { Requests } from './http/requests.ts';
import type { Store } from './state/store.ts';

/** What rooms get of their gateway. */
export interface Host extends Pick<Engine, 'ask' | 'refuseStopping'>, Pick<Requests, 'own'> {
  readonly identity: Identity;
  readonly store: Store;
  readonly bodies: Bodies;
  readonly admission: Admission;
  readonly schema: GraphQLSchema;
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

/** Creates the rooms of a gateway. Throws ConfigError. */
export type CreateRooms = (config: Config, schema: GraphQLSchema) => Rooms;

/** The rooms of a gateway without any. */
export const noRooms: CreateRooms = () => ({
  routeOf: () => null,
  renew: () => undefined,
  open: () => async () => false,
});
