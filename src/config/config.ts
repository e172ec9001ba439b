import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isLoopback } from '../upstream/client/loopback.ts';
import { type ApiKey, apiKey, areDistinct, isLending, readApiKeys } from './api-keys.ts';
import { oneOf } from './checked-json.ts';
import { type Collector, collectorOf, collectorShape, readByPackages } from './collector.ts';
import { ConfigError } from './config-error.ts';
import { type Upstream, upstreamOf } from './credentials.ts';
import { misspeltIn, refuseUnknownLimits } from './misspelt.ts';
import { isStateUnshared, type RedisAddress, redisOf, redisShape } from './redis.ts';
import type { HandClient, TrustedDocuments } from './setting-files.ts';
import {
  handClient,
  haveOneNameEach,
  readManifest,
  secretFileNames,
  withSecretFiles,
} from './setting-files.ts';
import type { Limits, Timeouts } from './settings.ts';
import { checked, limitsOf, printable, settingsShape, timeoutsOf } from './settings.ts';
import { type TypePrefix, typePrefixOf, typePrefixShape } from './type-prefix.ts';

/** The checked environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Null for no admin server. */
  readonly adminPort: number | null;
  /** The name or address at which the admin server listens. */
  readonly adminHost: string;
  /** The number of processes that serve the port. */
  readonly workers: number;
  /** The URL of the gateway as clients write it, without a slash at the end. */
  readonly publicUrl: string | null;
  /** Null if no credentials are set: then the emulator is used. */
  readonly upstream: Upstream | null;
  /** The keys of callers, with those of the file when it was read. */
  readonly apiKeys: readonly ApiKey[];
  /** The keys without those of the file. */
  readonly ownKeys: readonly ApiKey[];
  /** The file of further keys; null for none. */
  readonly apiKeysFile: string | null;
  /**
   * The hosts that files of results may be fetched from, with a port if it is not the default one.
   */
  readonly resultHosts: readonly string[];
  /** The secrets that seal sessions: the first seals, all of them open. */
  readonly sessionSecrets: readonly string[];
  /** True if the secret was generated at start, because none is set. */
  readonly isSecretGenerated: boolean;
  /** The Redis that replicas share; null if none is configured. */
  readonly redis: RedisAddress | null;
  /** True if it is a gateway of the real API, in production, without a store for replicas. */
  readonly isStateUnshared: boolean;
  /** The OpenTelemetry collector; null for no spans. */
  readonly collector: Collector | null;
  /** True if the API gets a `traceparent` with each call. */
  readonly traceUpstream: boolean;
  readonly allowedOrigins: readonly string[];
  readonly introspection: boolean;
  /** False if no pages are served, GraphQL and its files alone. */
  readonly pages: boolean;
  readonly trusted: TrustedDocuments;
  /** True if only trusted documents are answered. */
  readonly trustedOnly: boolean;
  readonly typePrefix: TypePrefix;
  /** The tools that agents have at `/mcp`: none, those that read, or all. */
  readonly mcp: 'off' | 'read' | 'write';
  /** The file or folder of documents that are tools of agents; null for none. */
  readonly mcpDocuments: string | null;
  /**
   * The approval of an agent's plan: by a person on its page, or by the client, which asks its
   * user.
   */
  readonly mcpApproval: 'client' | 'page';
  /** The clients of agents that the operator registered. */
  readonly mcpClients: readonly HandClient[];
  /** True if clients of agents may register themselves. */
  readonly mcpRegistration: boolean;
  /** The file of rules about writes; null for none. */
  readonly guardsFile: string | null;
  /** The file that every write is recorded in; null for none. */
  readonly auditFile: string | null;
  readonly limits: Limits;
  readonly timeouts: Timeouts;
  readonly logLevel: string;
  /** True if the emulator refuses parameters that an endpoint does not have. */
  readonly emulatorStrict: boolean;
  /** A warning for each variable that looks like a misspelt one: `LIMIT_DEPHT`. */
  readonly misspelt: readonly string[];
}

/** Environment variables, by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

const plainUrl = z
  .string()
  .refine(
    (text) => /^https?:$/.test(urlOf(text)?.protocol ?? ''),
    'must be a URL that begins with https://',
  )
  .refine((text) => {
    const url = urlOf(text);
    return url !== null && `${url.username}${url.password}${url.search}${url.hash}` === '';
  }, 'must be a URL without user, query or fragment')
  .transform((text) => text.replace(/\/+$/, ''));

const guardedUrl = plainUrl.refine((text) => {
  const url = urlOf(text);
  return url?.protocol === 'https:' || isLoopback(url?.hostname ?? '');
}, 'must begin with https://; plain http is accepted on loopback only');

const list = <T>(item: z.ZodType<T, string>) =>
  z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(item));

const secret = z
  .string()
  .refine((text) => Buffer.byteLength(text) >= 32, 'must be secrets of 32 bytes or more each');
const host = z
  .string()
  .regex(
    /^[A-Za-z0-9.-]+(:\d{1,5})?$/,
    'must be hosts such as ton.twimg.com, without scheme and path',
  )
  .transform((text) => text.toLowerCase());
const origin = z
  .string()
  .refine(
    (text) => urlOf(text)?.origin === text && /^https?:/.test(text),
    'must be origins such as https://dashboard.example, without path, and no *',
  );
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port, 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65535, 'must be a port, 0 to 65535');
const listenAt = z
  .string()
  .regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an address')
  .default('127.0.0.1');
const credential = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without blanks');
const manifest = z.string().transform((path, { addIssue }) => {
  const documents = readManifest(path);
  if (documents !== null) return documents;
  addIssue('must be a file of documents by id, as client preset, Relay or Apollo write it');
  return z.NEVER;
});

const environment = z.object({
  HOST: listenAt,
  PORT: port.default(4000),
  ADMIN_PORT: port.optional(),
  ADMIN_HOST: listenAt,
  WORKERS: checked({ defaultValue: 1, min: 1, max: 64 }),
  PUBLIC_URL: guardedUrl.optional(),
  ADS_API_URL: guardedUrl.optional(),
  ADS_SANDBOX_API_URL: guardedUrl.optional(),
  PLATFORM_API_URL: guardedUrl.optional(),
  ADS_CONSUMER_KEY: credential.optional(),
  ADS_CONSUMER_SECRET: credential.optional(),
  ADS_ACCESS_TOKEN: credential.optional(),
  ADS_ACCESS_TOKEN_SECRET: credential.optional(),
  GATEWAY_API_KEYS: list(apiKey)
    .refine(areDistinct, 'must not contain a name or a key twice')
    .default([]),
  GATEWAY_API_KEYS_FILE: z.string().optional(),
  SESSION_SECRET: list(secret).default([]),
  STATS_RESULT_HOSTS: list(host).default(['ton.twimg.com']),
  ALLOWED_ORIGINS: list(origin).default([]),
  INTROSPECTION: oneOf('on', 'off').optional(),
  PAGES: oneOf('on', 'off').default('on'),
  NODE_ENV: z.string().optional(),
  NODE_TLS_REJECT_UNAUTHORIZED: z
    .string()
    .refine((text) => text !== '0', 'must not be 0: anybody could impersonate the API')
    .optional(),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
  EMULATOR: oneOf('on', 'off').optional(),
  EMULATOR_STRICT: oneOf('true', 'false').default('false'),
  ...collectorShape(plainUrl),
  TRACEPARENT_UPSTREAM: oneOf('on', 'off').default('off'),
  PERSISTED_DOCUMENTS: manifest.optional(),
  GUARDS: z.string().optional(),
  AUDIT_FILE: z.string().optional(),
  MCP_DOCUMENTS: z.string().optional(),
  MCP: oneOf('off', 'read', 'write').optional(),
  MCP_APPROVAL: oneOf('client', 'page').default('client'),
  MCP_CLIENTS: list(handClient).refine(haveOneNameEach, 'must have each name once').default([]),
  MCP_REGISTRATION: oneOf('on', 'off').default('on'),
  PERSISTED_ONLY: oneOf('true', 'false').default('false'),
  ...typePrefixShape,
  ...redisShape,
  ...settingsShape,
});

type EnvironmentValues = z.infer<typeof environment>;

const known = [...Object.keys(environment.shape), ...secretFileNames];

const parse = (variables: Environment): EnvironmentValues => {
  const given = Object.entries(withSecretFiles(variables)).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  refuseUnknownLimits(
    given.map(([name]) => name),
    known,
  );
  const { data, error } = environment.safeParse(Object.fromEntries(given));
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}`);
};

/**
 * Every limit and deadline by its variable, as set or by default: `{ LIMIT_DEPTH: 20, … }`. Throws
 * ConfigError.
 */
export const limitsInForce = (variables: Environment): Readonly<Record<string, unknown>> =>
  printable(parse(variables));

// Values that hold no secret. Of others it is only told that they are set.
const shownSettings =
  /^(?:(?:LIMIT|TIMEOUT|PERSISTED|TYPE)_\w+|(?:ADMIN_)?(?:HOST|PORT)|(?:ADS|ADS_SANDBOX|PLATFORM)_API_URL|ALLOWED_ORIGINS|AUDIT_FILE|EMULATOR(?:_STRICT)?|GATEWAY_API_KEYS_FILE|GUARDS|INTROSPECTION|LOG_LEVEL|MCP(?:_APPROVAL|_DOCUMENTS|_REGISTRATION)?|NODE_ENV|PAGES|PUBLIC_URL|STATS_RESULT_HOSTS|TRACEPARENT_UPSTREAM|WORKERS)$/;

/** The variables that differ from their defaults, for the log. Throws ConfigError. */
export const settingsGiven = (variables: Environment): Readonly<Record<string, string>> => {
  const [values, defaults] = [parse(variables), parse({})].map(
    (one): Readonly<Record<string, unknown>> => one,
  );
  const given = Object.keys(environment.shape).filter(
    (name) => JSON.stringify(values?.[name]) !== JSON.stringify(defaults?.[name]),
  );
  return Object.fromEntries(
    given.map((name) => [name, shownSettings.test(name) ? (variables[name] ?? '') : 'set']),
  );
};

/** The settings of an emulator that runs alone: address and strictness. Throws ConfigError. */
export const readEmulatorConfig = (variables: Environment) => {
  const { HOST: host, PORT: port, EMULATOR_STRICT } = parse({ PORT: '4010', ...variables });
  return { host, port, strict: EMULATOR_STRICT === 'true' };
};

/** Throws if the owner's token is set, but no caller could use it. */
const refuseUnusableToken = (
  { HOST }: EnvironmentValues,
  { owner }: Upstream,
  keys: readonly ApiKey[],
): void => {
  if (owner === null || isLoopback(HOST) || keys.some(isLending)) return;
  throw new ConfigError(
    "GATEWAY_API_KEYS must have a key that lends the owner's token (:owner, :owner-reads, :agent or :agent-reads), " +
      'because ADS_ACCESS_TOKEN is set and HOST is not loopback',
  );
};

/**
 * Reads the environment. An empty value counts as unset. Throws ConfigError for the first wrong
 * variable.
 */
export const readConfig = (variables: Environment): Config => {
  const values = parse(variables);
  const upstream = upstreamOf(values);
  const { GATEWAY_API_KEYS: ownKeys, GATEWAY_API_KEYS_FILE: apiKeysFile = null } = values;
  const apiKeys = readApiKeys({ ownKeys, apiKeysFile });
  if (upstream !== null) refuseUnusableToken(values, upstream, apiKeys);
  const trustedOnly = values.PERSISTED_ONLY === 'true';
  if (trustedOnly && values.PERSISTED_DOCUMENTS === undefined) {
    throw new ConfigError('PERSISTED_DOCUMENTS must be set, because PERSISTED_ONLY is');
  }
  const { SESSION_SECRET: secrets } = values;
  const isSecretGenerated = secrets.length === 0;
  const isOpen = !trustedOnly && (upstream === null || values.NODE_ENV !== 'production');
  return Object.freeze({
    host: values.HOST,
    port: values.PORT,
    adminPort: values.ADMIN_PORT ?? null,
    adminHost: values.ADMIN_HOST,
    workers: values.WORKERS,
    publicUrl: values.PUBLIC_URL ?? null,
    upstream,
    apiKeys,
    ownKeys,
    apiKeysFile,
    resultHosts: values.STATS_RESULT_HOSTS,
    sessionSecrets: isSecretGenerated ? [randomBytes(32).toString('base64url')] : secrets,
    isSecretGenerated,
    redis: redisOf(values),
    isStateUnshared: isStateUnshared(values, upstream !== null),
    collector: collectorOf(values),
    traceUpstream: values.TRACEPARENT_UPSTREAM === 'on',
    allowedOrigins: values.ALLOWED_ORIGINS,
    introspection: values.INTROSPECTION === undefined ? isOpen : values.INTROSPECTION === 'on',
    pages: values.PAGES === 'on',
    trusted: values.PERSISTED_DOCUMENTS ?? new Map(),
    trustedOnly,
    typePrefix: typePrefixOf(values),
    mcp: values.MCP ?? (upstream === null ? 'write' : 'off'),
    mcpDocuments: values.MCP_DOCUMENTS ?? null,
    mcpApproval: values.MCP_APPROVAL,
    mcpClients: values.MCP_CLIENTS,
    mcpRegistration: values.MCP_REGISTRATION === 'on',
    guardsFile: values.GUARDS ?? null,
    auditFile: values.AUDIT_FILE ?? null,
    limits: limitsOf(values),
    timeouts: timeoutsOf(values),
    logLevel: values.LOG_LEVEL,
    emulatorStrict: values.EMULATOR_STRICT === 'true',
    misspelt: misspeltIn(Object.keys(variables), [...known, ...readByPackages]),
  });
};
