import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { EndpointName } from '../src/upstream/catalogue/endpoint-names.ts';
import { assemble } from './assemble.ts';
import type { Call } from './calls.ts';
import { type Controls, createControlRoutes } from './control.ts';
import type { FaultOrder } from './faults.ts';
import type { OwnRows } from './row-types.ts';
import type { SeededAccount } from './seed/seed.ts';
import { createListener, type ListenerParts } from './serve.ts';
import type { Settings } from './settings.ts';
import type { RowKeys, RowStore } from './store.ts';
import type { Addresses, UserCredentials } from './users.ts';
import { credentialsOf, owner, variablesOf } from './users.ts';
import { isLoopbackName } from './web-pages.ts';

export type { EndpointName, FaultOrder, OwnRows, UserCredentials };

export interface EmulatorOptions {
  /** The seed of the data; 1 by default. */
  readonly seed?: number;
  /** By default a free port; `host` is 127.0.0.1, and `now` is the clock of the machine. */
  readonly port?: number;
  readonly host?: string;
  readonly now?: () => number;
  /** True if rate limits are counted; true by default. */
  readonly rateWindows?: boolean;
  /** True if unknown parameters are refused; by default they are ignored. */
  readonly strict?: boolean;
  /** Rows beside those of the seed, as `addRows` takes them; a reset of the data restores them. */
  readonly rows?: OwnRows;
  /** Seals sessions, as SESSION_SECRET of a gateway opens them; by default a random text. */
  readonly sessionSecret?: string;
}

/** A running emulator of the API. `url` is the base address of the production host. */
export interface Emulator extends Addresses {
  readonly port: number;
  /** The credentials of the owner, who is also the first of `users`. */
  readonly credentials: UserCredentials;
  readonly users: readonly UserCredentials[];
  /** The environment variables for a gateway that uses this emulator as the owner. */
  readonly variables: Readonly<Record<string, string>>;
  /** Adds a user who can sign in and has no account yet. */
  readonly addUser: (screenName: string) => UserCredentials;
  readonly accounts: readonly SeededAccount[];
  /**
   * All rows as they are stored, without any check. Tests should use `addRows`, which checks its
   * input.
   */
  readonly store: RowStore;
  /**
   * Adds rows, or changes the given columns of those whose key exists, as `POST /__emulator/rows`
   * does; all rows or none. Returns their keys. A row of an account names it in `account_id`.
   * Columns that are left out are empty, and a key is made. Throws a TypeError of one sentence for
   * an unknown entity, column or account, and for a value that its column cannot have.
   */
  readonly addRows: (rows: OwnRows) => RowKeys;
  /** The requests received since the last reset. */
  readonly calls: () => readonly Call[];
  /** Orders a fault, as `POST /__emulator/faults` does. Throws a TypeError of one sentence. */
  readonly fault: (order: FaultOrder) => void;
  /** Ends the delays of faults now. Later requests are delayed as before. */
  readonly release: () => void;
  /** Changes settings, as `POST /__emulator/settings` does. Throws a TypeError of one sentence. */
  readonly set: (changes: Partial<Settings>) => void;
  /** Gives a user access to an account, with these permissions or the default ones. */
  readonly grant: (userId: string, accountId: string, permissions?: readonly string[]) => void;
  /**
   * A session of a user, ready to be sent to a gateway that was started with `variables`:
   * `authorization: Bearer ${await emulator.session('emulator_colleague')}`. The user is one of
   * `users`, one that `addUser` made, or a screen name; by default the owner. Costs no call.
   * Rejects for an unknown screen name.
   */
  readonly session: (user?: UserCredentials | string) => Promise<string>;
  /**
   * Clears calls, faults, settings and rate windows. Keeps rows and their history, uploads, added
   * users, permissions, tokens and sign-ins, unless `data` is true: that restores the seed data,
   * and undoes `advance`. Address and seed never change. A gateway has its own `reset`.
   */
  readonly reset: (facts?: { readonly data?: boolean }) => void;
  /** The time on the emulator's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Moves the clock of the emulator, and of a gateway that was given its `now`. `Date` and the
   * timers of this process stay as they are.
   */
  readonly advance: (by: { readonly hours: number }) => void;
  readonly close: () => Promise<void>;
}

/** Starts an emulator of the API on a loopback address. */
export const createEmulator = async (options: EmulatorOptions = {}): Promise<Emulator> => {
  const { seed = 1, rateWindows = true, strict = false, rows = {} } = options;
  const { sessionSecret = randomBytes(32).toString('base64url') } = options;
  const clock = createClock(options.now);
  const assembly = { seed, clock, rateWindows, strict, rows, sessionSecret };
  const { serving, controls, accounts, sessionOf } = assemble(assembly);
  const { world } = serving;
  const { port, url, close } = await listen(serving, controls, options);
  const urls = { url, sandboxUrl: `${url}/sandbox`, platformUrl: `${url}/platform` };
  const credentials = credentialsOf(owner);
  return {
    ...urls,
    port,
    credentials,
    variables: { ...variablesOf(urls, credentials), SESSION_SECRET: sessionSecret },
    users: world.tokens.users().map(credentialsOf),
    session: (user = credentials) => sessionOf(user),
    addUser: (screenName) => credentialsOf(world.tokens.addUser(screenName)),
    accounts,
    get store() {
      return world.store;
    },
    addRows: controls.addRows,
    calls: controls.calls,
    fault: controls.fault,
    release: serving.faults.release,
    set: controls.set,
    grant: (...granted) => world.access.grant(...granted),
    reset: ({ data = false } = {}) => controls.reset({ data }),
    now: clock.now,
    advance: clock.advance,
    close,
  };
};

const listen = async (
  serving: ListenerParts,
  controls: Controls,
  { port = 0, host = '127.0.0.1' }: EmulatorOptions,
) => {
  const control = getRequestListener(createControlRoutes(controls, isLoopbackName(host)).fetch);
  const api = createListener(serving);
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url?.startsWith('/__emulator') === true) void control(request, response);
    else api(request, response);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { port: taken, url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, close };
};

/** A clock that can be moved, and otherwise runs like the given one. */
const createClock = (now: () => number = Date.now) => {
  let aheadMs = 0;
  return {
    now: () => now() + aheadMs,
    advance: ({ hours }: { readonly hours: number }): void => {
      if (!(hours >= 0))
        throw new RangeError('the clock only moves forward: hours must be 0 or more');
      aheadMs += hours * 3_600_000;
    },
    restart: (): void => {
      aheadMs = 0;
    },
  };
};
