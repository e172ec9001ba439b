import { isLending } from '../config/api-keys.ts';
import type { Config } from '../config/config.ts';
import type { Upstream } from '../config/credentials.ts';
import { stateWarnings } from '../config/redis.ts';
import { isLoopback } from '../upstream/client/loopback.ts';

/**
 * True if the owner's token is lent to local requests: no keys are set, and only this machine can
 * connect.
 */
export const isOwnerLent = ({
  host,
  publicUrl,
  apiKeys,
}: Pick<Config, 'host' | 'publicUrl' | 'apiKeys'>): boolean =>
  apiKeys.length === 0 &&
  isLoopback(host) &&
  (publicUrl === null || isLoopback(new URL(publicUrl).hostname));

/** Warnings for the operator about settings that may not work as expected, one line each. */
export const warningsOf = (
  config: Config & { readonly upstream: Upstream; readonly emulatorUrl?: string | undefined },
): readonly string[] => {
  const hasOwner = config.upstream.owner !== null;
  const isOwnerLentToKeys = config.apiKeys.some(isLending);
  return [
    ...config.misspelt,
    ...stateWarnings(config),
    config.emulatorUrl !== undefined &&
      'The REST API is emulated: all data is invented, and no write reaches an ad account',
    config.isSecretGenerated &&
      'SESSION_SECRET is not set: sessions end with this process, and other replicas cannot open them',
    hasOwner &&
      !isOwnerLentToKeys &&
      !isOwnerLent(config) &&
      "The owner's token (ADS_ACCESS_TOKEN) will not be used: no key of GATEWAY_API_KEYS lends it, " +
        'and without a key it is lent only where none is set and no other machine connects',
    isOwnerLentToKeys &&
      !hasOwner &&
      "GATEWAY_API_KEYS has a key that lends the owner's token, but ADS_ACCESS_TOKEN is not set: " +
        'without a session its callers are anonymous',
  ].filter((warning) => warning !== false);
};
