import type { ClientOptions } from '../upstream/client/client.ts';
import { ConfigError } from './config-error.ts';
import type { Limits, Timeouts } from './settings.ts';

interface KeyPair {
  readonly key: string;
  readonly secret: string;
}

/** The real API or the emulator, and the keys that sign its calls. */
export interface Upstream {
  readonly hosts: Readonly<Record<'ads' | 'sandbox' | 'platform', string>>;
  readonly consumer: KeyPair;
  /** The access token of the application's owner; null if none is set. */
  readonly owner: KeyPair | null;
}

const urls = ['ADS_API_URL', 'ADS_SANDBOX_API_URL', 'PLATFORM_API_URL'] as const;

type CredentialName = `ADS_${'CONSUMER_KEY' | 'ACCESS_TOKEN'}`;
type SecretName = `ADS_${'CONSUMER' | 'ACCESS_TOKEN'}_SECRET`;

/** The checked variables that decide which API is used. */
type CredentialVariables = {
  readonly [Name in (typeof urls)[number] | CredentialName | SecretName | 'EMULATOR' | 'NODE_ENV']?:
    | string
    | undefined;
};

/** The API that the variables name; null for the emulator. Throws ConfigError. */
export const upstreamOf = (variables: CredentialVariables): Upstream | null => {
  const consumer = pairOf(variables, 'ADS_CONSUMER_KEY', 'ADS_CONSUMER_SECRET');
  const owner = pairOf(variables, 'ADS_ACCESS_TOKEN', 'ADS_ACCESS_TOKEN_SECRET');
  if (consumer === null) {
    const reason = reasonAgainstEmulator(variables);
    if (reason === null) return null;
    throw new ConfigError(`ADS_CONSUMER_KEY must be set, because ${reason}`);
  }
  if (variables.EMULATOR === 'on') {
    throw new ConfigError('EMULATOR must not be on, because ADS_CONSUMER_KEY is set');
  }
  return {
    hosts: {
      ads: variables.ADS_API_URL ?? 'https://ads-api.x.com',
      sandbox: variables.ADS_SANDBOX_API_URL ?? 'https://ads-api-sandbox.x.com',
      platform: variables.PLATFORM_API_URL ?? 'https://api.x.com',
    },
    consumer,
    owner,
  };
};

/** The reason not to start the emulator although there are no credentials; null if it may start. */
const reasonAgainstEmulator = (variables: CredentialVariables): string | null => {
  // Real tokens must not reach the emulator, and an address must not be ignored silently.
  const orphan = ([...urls, 'ADS_ACCESS_TOKEN'] as const).find(
    (name) => variables[name] !== undefined,
  );
  if (orphan !== undefined) return `${orphan} is`;
  if (variables.EMULATOR === 'off') return 'EMULATOR is off';
  // A misspelt variable must not make a gateway pause campaigns that do not exist.
  return variables.EMULATOR === undefined && variables.NODE_ENV === 'production'
    ? 'NODE_ENV is production; EMULATOR=on serves invented data instead'
    : null;
};

const pairOf = (
  variables: CredentialVariables,
  keyName: CredentialName,
  secretName: SecretName,
): KeyPair | null => {
  const [key, secret] = [variables[keyName], variables[secretName]];
  if (key === undefined && secret === undefined) return null;
  if (key === undefined) throw new ConfigError(`${keyName} must be set, because ${secretName} is`);
  if (secret === undefined) {
    throw new ConfigError(`${secretName} must be set, because ${keyName} is`);
  }
  return { key, secret };
};

/** The part of the configuration that a client of the REST API takes. */
export const clientSettings = ({
  upstream,
  limits,
  timeouts,
  resultHosts,
}: {
  readonly upstream: Upstream;
  readonly limits: Limits;
  readonly timeouts: Timeouts;
  readonly resultHosts: readonly string[];
}): ClientOptions => ({
  ...upstream,
  connections: limits.connections,
  maxPageBytes: limits.pageBytes,
  readRetries: limits.readRetries,
  retryRatio: limits.retryRatio,
  results: { hosts: resultHosts, maxBytes: limits.resultBytes },
  timeouts,
});
