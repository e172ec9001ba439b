import { z } from 'zod';
import type { Limits, Timeouts } from './settings.ts';
import { checked, isSetting, limitsOf, printable, settingsShape, timeoutsOf } from './settings.ts';
import type { TrustedDocuments } from './trusted-documents.ts';
import { readManifest } from './trusted-documents.ts';

interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/** The real API or the emulator, and the keys that sign its calls. */
export interface Upstream {
  readonly hosts: Readonly<Record<'ads' | 'sandbox' | 'platform', string>>;
  readonly consumer: Credentials;
  /** The access token of the application's owner; null where none is set. */
  readonly owner: Credentials | null;
}

/** The checked environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Null for no admin server. */
  readonly adminPort: number | null;
  /** The number of processes that serve the port. */
  readonly workers: number;
  /** The URL of the gateway as clients write it, without a slash at the end. */
  readonly publicUrl: string | null;
  /** Null where no credentials are set: then the emulator is used. */
  readonly upstream: Upstream | null;
  readonly apiKeys: readonly string[];
  readonly sessionSecrets: readonly string[];
  /** The store that replicas share; null where there is only this one. */
  readonly redisUrl: string | null;
  /** The OpenTelemetry collector; null for no spans. */
  readonly collectorUrl: string | null;
  readonly allowedOrigins: readonly string[];
  readonly introspection: boolean;
  readonly trusted: TrustedDocuments;
  /** Whether only trusted documents are answered. */
  readonly trustedOnly: boolean;
  /** The prefix of type names in the schema: `Ads` makes `Campaign` `AdsCampaign`. */
  readonly typePrefix: string;
  readonly limits: Limits;
  readonly timeouts: Timeouts;
  readonly logLevel: string;
  /** Whether the emulator refuses parameters that an endpoint does not have. */
  readonly emulatorStrict: boolean;
}

/** An invalid environment. The message is one line that begins with the variable and holds no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a host name means this machine: `localhost`, `127.0.0.1`, `::1`. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

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

const list = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item));

const key = z.string().regex(/^[\x21-\x7e]+$/, 'must be keys of printable ASCII, without blanks');
const secret = z
  .string()
  .refine((text) => Buffer.byteLength(text) >= 32, 'must be secrets of 32 bytes or more each');
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
const credential = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without blanks');
const manifest = z.string().transform((path, { addIssue }) => {
  const documents = readManifest(path);
  if (documents !== null) return documents;
  addIssue('must be a file of documents by id, as client preset, Relay or Apollo write it');
  return z.NEVER;
});

const redisUrl = z
  .string()
  .refine(
    (text) => /^rediss?:$/.test(urlOf(text)?.protocol ?? '') && urlOf(text)?.hostname !== '',
    'must be a URL that begins with redis:// or rediss://',
  );

const environment = z.object({
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an address')
    .default('127.0.0.1'),
  PORT: port.default(4000),
  ADMIN_PORT: port.optional(),
  WORKERS: checked({ usual: 1, min: 1, max: 64 }),
  PUBLIC_URL: guardedUrl.optional(),
  ADS_API_URL: guardedUrl.optional(),
  ADS_SANDBOX_API_URL: guardedUrl.optional(),
  PLATFORM_API_URL: guardedUrl.optional(),
  ADS_CONSUMER_KEY: credential.optional(),
  ADS_CONSUMER_SECRET: credential.optional(),
  ADS_ACCESS_TOKEN: credential.optional(),
  ADS_ACCESS_TOKEN_SECRET: credential.optional(),
  GATEWAY_API_KEYS: list(key).default([]),
  SESSION_SECRET: list(secret).default([]),
  ALLOWED_ORIGINS: list(origin).default([]),
  INTROSPECTION: z.enum(['on', 'off'], 'must be on or off').optional(),
  TYPE_PREFIX: z
    .string()
    .regex(/^[A-Za-z]\w{0,39}$/, 'must begin a type name: a letter, then letters, digits and _')
    .default(''),
  NODE_ENV: z.string().optional(),
  NODE_TLS_REJECT_UNAUTHORIZED: z
    .string()
    .refine((text) => text !== '0', 'must not be 0: anybody could pass for the API')
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    )
    .default('info'),
  EMULATOR_STRICT: z.enum(['true', 'false'], 'must be true or false').default('false'),
  REDIS_URL: redisUrl.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: plainUrl.optional(),
  PERSISTED_DOCUMENTS: manifest.optional(),
  PERSISTED_ONLY: z.enum(['true', 'false'], 'must be true or false').default('false'),
  ...settingsShape,
});

type Values = z.infer<typeof environment>;

const parse = (variables: Environment): Values => {
  const given = Object.entries(variables).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const unknown = given.find(([name]) => /^(?:LIMIT|TIMEOUT)_/.test(name) && !isSetting(name));
  if (unknown !== undefined) {
    throw new ConfigError(
      `${unknown[0]} is no limit: ads-graph start --print-limits prints them all`,
    );
  }
  const { data, error } = environment.safeParse(Object.fromEntries(given));
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}`);
};

/** Every limit and deadline by its variable, as set or as usual: `{ LIMIT_DEPTH: 20, … }`. Throws ConfigError. */
export const limitsInForce = (variables: Environment): Readonly<Record<string, unknown>> =>
  printable(parse(variables));

/** Reads the environment. An empty value counts as unset. Throws ConfigError for the first wrong variable. */
export const readConfig = (variables: Environment): Config => {
  const values = parse(variables);
  const upstream = upstreamOf(values);
  const trustedOnly = values.PERSISTED_ONLY === 'true';
  if (trustedOnly && values.PERSISTED_DOCUMENTS === undefined) {
    throw new ConfigError('PERSISTED_DOCUMENTS must be set, because PERSISTED_ONLY is');
  }
  const isOpen = !trustedOnly && (upstream === null || values.NODE_ENV !== 'production');
  return Object.freeze({
    host: values.HOST,
    port: values.PORT,
    adminPort: values.ADMIN_PORT ?? null,
    workers: values.WORKERS,
    publicUrl: values.PUBLIC_URL ?? null,
    upstream,
    apiKeys: values.GATEWAY_API_KEYS,
    sessionSecrets: values.SESSION_SECRET,
    redisUrl: values.REDIS_URL ?? null,
    collectorUrl: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    allowedOrigins: values.ALLOWED_ORIGINS,
    introspection: values.INTROSPECTION === undefined ? isOpen : values.INTROSPECTION === 'on',
    trusted: values.PERSISTED_DOCUMENTS ?? new Map(),
    trustedOnly,
    typePrefix: values.TYPE_PREFIX,
    limits: limitsOf(values),
    timeouts: timeoutsOf(values),
    logLevel: values.LOG_LEVEL,
    emulatorStrict: values.EMULATOR_STRICT === 'true',
  });
};

const urls = ['ADS_API_URL', 'ADS_SANDBOX_API_URL', 'PLATFORM_API_URL'] as const;

const upstreamOf = (values: Values): Upstream | null => {
  const consumer = pairOf(values, 'ADS_CONSUMER_KEY', 'ADS_CONSUMER_SECRET');
  const owner = pairOf(values, 'ADS_ACCESS_TOKEN', 'ADS_ACCESS_TOKEN_SECRET');
  if (consumer === null) {
    // Real tokens must not reach the emulator, and an address must not be ignored silently.
    const orphan = urls.find((name) => values[name] !== undefined);
    const reason = orphan ?? (owner === null ? null : 'ADS_ACCESS_TOKEN');
    if (reason === null) return null;
    throw new ConfigError(`ADS_CONSUMER_KEY must be set, because ${reason} is`);
  }
  return {
    hosts: {
      ads: values.ADS_API_URL ?? 'https://ads-api.x.com',
      sandbox: values.ADS_SANDBOX_API_URL ?? 'https://ads-api-sandbox.x.com',
      platform: values.PLATFORM_API_URL ?? 'https://api.x.com',
    },
    consumer,
    owner,
  };
};

type CredentialName = `ADS_${'CONSUMER_KEY' | 'ACCESS_TOKEN'}`;
type SecretName = `ADS_${'CONSUMER' | 'ACCESS_TOKEN'}_SECRET`;

const pairOf = (
  values: Values,
  keyName: CredentialName,
  secretName: SecretName,
): Credentials | null => {
  const [name, secretValue] = [values[keyName], values[secretName]];
  if (name === undefined && secretValue === undefined) return null;
  if (name === undefined) throw new ConfigError(`${keyName} must be set, because ${secretName} is`);
  if (secretValue === undefined) {
    throw new ConfigError(`${secretName} must be set, because ${keyName} is`);
  }
  return { key: name, secret: secretValue };
};
