import { afterAll, beforeAll } from 'vitest';
import { agentRooms } from '../../agents/rooms.ts';
import type { Call } from '../../emulator/calls.ts';
import type { Emulator } from '../../emulator/server.ts';
import { createEmulator } from '../../emulator/server.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Timeouts } from '../../src/config/settings.ts';
import { emulated } from '../../src/gateway/gateway.ts';
import type { GatewayOverrides, ServingConfig } from '../../src/gateway/server.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { createLog } from '../../src/telemetry/log.ts';

/** The answer to an operation: the body, the status, and every upstream request it cost. */
export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  readonly data: any;
  readonly errors: readonly AnswerError[] | undefined;
  readonly extensions: Readonly<Record<string, unknown>> | undefined;
  readonly calls: readonly Call[];
  readonly status: number;
  readonly headers: Headers;
}

export interface AnswerError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };
}

export interface Running {
  readonly url: string;
  /** The base URL of probes and metrics; null without ADMIN_PORT. */
  readonly adminUrl: string | null;
  readonly emulator: Emulator;
  /** Reads GUARDS again, as after SIGHUP. */
  readonly renewRules: () => void;
  /** Reads GATEWAY_API_KEYS_FILE again, as after SIGHUP. */
  readonly renewKeys: () => void;
  /** Reads MCP_DOCUMENTS again, as after SIGHUP. */
  readonly renewDocuments: () => void;
  /**
   * Sends an operation over HTTP. Nothing else may use this gateway meanwhile, because the upstream
   * calls are counted. Throws if the answer contains a secret.
   */
  readonly ask: (
    document: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: { readonly headers?: Readonly<Record<string, string>> },
  ) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/**
 * The changes of a test to the gateway and its emulator: environment variables, and the emulator's
 * options.
 */
export interface Overrides {
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: Partial<ServingConfig>;
  readonly emulator?: Parameters<typeof createEmulator>[0];
  readonly parts?: GatewayOverrides;
  /** Deadlines, which may be shorter than the environment allows. */
  readonly timeouts?: Partial<Timeouts>;
}

/**
 * Secrets that no response, header or line of the log may contain in any test: unchanged, and as a
 * URL encodes them.
 */
const secretsOf = ({ users, credentials }: Emulator): readonly string[] =>
  [
    credentials.consumerKey,
    credentials.consumerSecret,
    ...users.flatMap(({ accessToken, accessTokenSecret }) => [accessToken, accessTokenSecret]),
  ].flatMap((secret) => [...new Set([secret, encodeURIComponent(secret)])]);

/** An emulator and a gateway over it, on free ports of this machine. */
export const startGateway = async (overrides: Overrides = {}): Promise<Running> => {
  const emulator = await createEmulator({
    rateWindows: false,
    strict: true,
    // Gateway and emulator share one clock.
    now: overrides.parts?.now ?? Date.now,
    ...overrides.emulator,
  });
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    TIMEOUT_GRACE_MS: '0',
    TIMEOUT_LAME_DUCK_MS: '0',
    // Operations of tests are admitted however busy the machine is.
    LIMIT_WAIT_MS: '60000',
    LIMIT_SIGN_INS_EACH: '100000',
    // Tests count calls, and change rows behind the API.
    LIMIT_KEPT_LIST_MS: '0',
    LIMIT_SIGN_INS: '100000',
    ...overrides.env,
  });
  const timeouts = { ...config.timeouts, ...overrides.timeouts };
  const served = { ...emulated(config, emulator), timeouts, ...overrides.config };
  const secrets = secretsOf(emulator);
  const scan = (text: string): void => {
    const found = secrets.find((secret) => text.includes(secret));
    if (found !== undefined) throw new Error(`a secret was shown: ${text.slice(0, 2000)}`);
  };
  const logged: string[] = [];
  const log = createLog('info', { write: (line) => void logged.push(line) });
  const rooms = agentRooms();
  const gateway = await createGateway(served, { log, rooms, ...overrides.parts });
  return {
    url: gateway.url,
    adminUrl: gateway.adminUrl,
    emulator,
    renewRules: () => gateway.renewRules(),
    renewKeys: () => gateway.renewKeys(),
    renewDocuments: () => gateway.renewRooms(),
    ask: async (query, variables = {}, { headers = {} } = {}) => {
      const before = emulator.calls().length;
      const response = await fetch(gateway.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json',
          ...headers,
        },
        body: JSON.stringify({ query, variables }),
      });
      const text = await response.text();
      scan(text);
      scan(JSON.stringify([...response.headers]));
      const { data, errors, extensions } = JSON.parse(text) as Answer;
      const calls = emulator.calls().slice(before);
      const { status } = response;
      return { data, errors, extensions, calls, status, headers: response.headers };
    },
    close: async () => {
      for (const line of logged) scan(line);
      await gateway.close();
      await emulator.close();
    },
  };
};

/**
 * A gateway for all tests of a file or of a `describe`: started before the first of them, closed
 * after the last.
 */
export const useGateway = (overrides: Overrides = {}): Running => {
  let started: Running | undefined;
  const running = (): Running => {
    if (started === undefined)
      throw new Error('the gateway starts in beforeAll: use it in tests and hooks only');
    return started;
  };
  beforeAll(async () => {
    started = await startGateway(overrides);
  });
  afterAll(() => started?.close());
  return {
    get url() {
      return running().url;
    },
    get adminUrl() {
      return running().adminUrl;
    },
    get emulator() {
      return running().emulator;
    },
    renewRules: () => running().renewRules(),
    renewKeys: () => running().renewKeys(),
    renewDocuments: () => running().renewDocuments(),
    ask: (...question) => running().ask(...question),
    close: () => running().close(),
  };
};
