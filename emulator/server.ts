import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createSealer } from '../src/sign-in/session.ts';
import type { EndpointName } from '../src/upstream/catalogue/endpoint-names.ts';
import { endpoints } from '../src/upstream/catalogue/index.ts';
import { handlersOf } from './behaviours/behaviours.ts';
import { type Call, createCalls } from './calls.ts';
import { decisionPage } from './consent.ts';
import { type Controls, createControlRoutes } from './control.ts';
import { createFaults, type FaultOrder } from './faults.ts';
import { pictureOf } from './picture.ts';
import { createRateWindows } from './rate-windows.ts';
import { createRoutes } from './routes.ts';
import type { World } from './scope.ts';
import { seededMedia } from './seed/media.ts';
import { createSeed, type SeededAccount } from './seed/seed.ts';
import { createListener, type ListenerParts } from './serve.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { createVerifier } from './signature.ts';
import type { RowStore } from './store.ts';
import { consumer, owner, type User } from './users.ts';
import { isLoopbackName } from './web-pages.ts';
import { createWorld } from './world.ts';

export type { EndpointName, FaultOrder };

export interface EmulatorOptions {
  /** The seed of the data; 1 by default. */
  readonly seed?: number;
  /** By default a free port; `host` is 127.0.0.1, and `now` is the clock of the machine. */
  readonly port?: number;
  readonly host?: string;
  readonly now?: () => number;
  /** Whether rate limits are counted; true by default. */
  readonly rateWindows?: boolean;
  /** Whether unknown parameters are refused; by default they are ignored. */
  readonly strict?: boolean;
}

/** What an application needs to act for a user. */
export interface UserCredentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly accessToken: string;
  readonly accessTokenSecret: string;
  readonly userId: string;
  readonly screenName: string;
}

/** A running emulator of the API. */
export interface Emulator {
  /** The base address of the production host; the others are `sandboxUrl` and `platformUrl`. */
  readonly url: string;
  readonly sandboxUrl: string;
  readonly platformUrl: string;
  readonly port: number;
  /** The credentials of the owner, who is also the first of `users`. */
  readonly credentials: UserCredentials;
  readonly users: readonly UserCredentials[];
  /** The environment variables for a gateway that uses this emulator as the owner. */
  readonly variables: Readonly<Record<string, string>>;
  /** Adds a user who can sign in and has no account yet. */
  readonly addUser: (screenName: string) => UserCredentials;
  readonly accounts: readonly SeededAccount[];
  readonly store: RowStore;
  /** The requests received since the last reset. */
  readonly calls: () => readonly Call[];
  /** Orders a fault, as `POST /__emulator/faults` does. */
  readonly fault: (order: FaultOrder) => void;
  /** Answers now what faults delay. Requests that come later are delayed as before. */
  readonly release: () => void;
  /** Changes settings, as `POST /__emulator/settings` does. */
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
   * Forgets calls, faults, settings and rate windows. Keeps rows and their history, uploads, added
   * users, permissions, tokens and sign-ins, unless `data` is true: that restores the seed data,
   * and takes back what `advance` did. Address and seed never change. A gateway has a `reset` of
   * its own.
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
  const clock = createClock(options.now);
  const { serving, controls, accounts } = assemble({ ...options, now: clock.now }, clock.restart);
  const { world } = serving;
  const { port, url, close } = await listen(serving, controls, options);
  const urls = { url, sandboxUrl: `${url}/sandbox`, platformUrl: `${url}/platform` };
  const credentials = credentialsOf(owner);
  const sessionSecret = randomBytes(32).toString('base64url');
  const { seal } = createSealer([sessionSecret], clock.now);
  return {
    ...urls,
    port,
    credentials,
    variables: { ...variablesOf(urls, credentials), SESSION_SECRET: sessionSecret },
    users: world.tokens.users().map(credentialsOf),
    session: async (user = credentials) => seal(grantOf(userNamed(world, user))),
    addUser: (screenName) => credentialsOf(world.tokens.addUser(screenName)),
    accounts,
    get store() {
      return world.store;
    },
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

/** A clock that can be moved, and goes as fast as the given one. */
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

const assemble = (options: EmulatorOptions, restartClock: () => void) => {
  const { seed = 1, now = Date.now, rateWindows = true, strict = false } = options;
  const initial = (): Settings => ({ ...defaultSettings(), rateWindows, strict });
  const settings = initial();
  const seeded = createSeed(seed);
  const world = createWorld(seeded, settings, now);
  const rates = createRateWindows(settings, world.now);
  const serving = { ...servingOf(world), countRate: rates.count };
  const clear = (): void => {
    for (const one of [serving.calls, serving.faults, rates]) one.clear();
    Object.assign(settings, initial());
  };
  const { accounts } = seeded;
  const controls: Controls = {
    about: () => aboutOf(seed, accounts, world.tokens.users()),
    decide: (decision) => decisionPage(world.tokens, decision),
    calls: serving.calls.list,
    fault: serving.faults.add,
    faults: serving.faults.list,
    set: (changes) => void Object.assign(settings, changes),
    media: (mediaKey, wantsPoster) => {
      const upload = world.uploads.byKey(mediaKey);
      if (upload === undefined) return seededPicture(mediaKey);
      if (wantsPoster) return svg(pictureOf(mediaKey, 'video'));
      return { type: upload.type, content: new Uint8Array(upload.content) };
    },
    reset: ({ data }) => {
      clear();
      if (!data) return;
      restartClock();
      world.restart();
    },
  };
  return { controls, serving, accounts };
};

const svg = (content: string) => ({ type: 'image/svg+xml', content });

/** What stands for a file of the seed; null if the seed has no such file. */
const seededPicture = (mediaKey: string) => {
  const row = seededMedia.get(mediaKey);
  if (row === undefined) return null;
  const size = { width: Number(row['width']), height: Number(row['height']) };
  return svg(pictureOf(mediaKey, row['media_type'] === 'IMAGE' ? 'image' : 'video', size));
};

const servingOf = (world: World) => ({
  world,
  calls: createCalls(),
  faults: createFaults(),
  handlers: handlersOf(endpoints),
  route: createRoutes(endpoints),
  verify: createVerifier({
    consumer,
    secretOf: (token) => world.tokens.secretOf(token),
    now: world.now,
  }),
});

const aboutOf = (seed: number, accounts: readonly SeededAccount[], users: readonly User[]) => ({
  what: 'An emulator of the X Ads REST API, version 12. All of its data is invented.',
  seed,
  users: users.map(({ userId, screenName }) => ({ userId, screenName })),
  accounts,
});

const variablesOf = (
  urls: Pick<Emulator, 'url' | 'sandboxUrl' | 'platformUrl'>,
  { consumerKey, consumerSecret, accessToken, accessTokenSecret }: UserCredentials,
) => ({
  ADS_API_URL: urls.url,
  STATS_RESULT_HOSTS: new URL(urls.url).host,
  ADS_SANDBOX_API_URL: urls.sandboxUrl,
  PLATFORM_API_URL: urls.platformUrl,
  ADS_CONSUMER_KEY: consumerKey,
  ADS_CONSUMER_SECRET: consumerSecret,
  ADS_ACCESS_TOKEN: accessToken,
  ADS_ACCESS_TOKEN_SECRET: accessTokenSecret,
});

const userNamed = ({ tokens }: World, user: UserCredentials | string): UserCredentials => {
  if (typeof user !== 'string') return user;
  const found = tokens.users().find(({ screenName }) => screenName === user);
  if (found === undefined) throw new TypeError(`the emulator has no user ${JSON.stringify(user)}`);
  return credentialsOf(found);
};

const grantOf = ({ accessToken, accessTokenSecret, userId, screenName }: UserCredentials) => ({
  token: accessToken,
  tokenSecret: accessTokenSecret,
  userId,
  screenName,
});

const credentialsOf = (user: User): UserCredentials => ({
  consumerKey: consumer.key,
  consumerSecret: consumer.secret,
  accessToken: user.token,
  accessTokenSecret: user.tokenSecret,
  userId: user.userId,
  screenName: user.screenName,
});
