import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Identity } from './identity.ts';
import { readSession, sealedIn } from './login-command.ts';
import { type Caller, viewerOfOwner } from './viewer.ts';

/**
 * Finds out for whom this process acts: the user of the session in the file, else the owner of the
 * application. The session is read at each call, because it may end. Rejects with ConfigError if
 * there is nobody to act for.
 */
export const localCaller = async (
  config: Pick<Config, 'sessionSecrets'>,
  { callerOf, owner }: Pick<Identity, 'callerOf' | 'owner'>,
  file: string,
): Promise<() => Promise<Caller>> => {
  const sealed = await sealedIn(file);
  if (sealed !== null && (await readSession(config, file)) !== null) {
    return async () => callerOf({ authorization: `Bearer ${sealed}` });
  }
  if (owner === null) {
    throw new ConfigError(
      'ADS_ACCESS_TOKEN must be set, or a session kept by `ads-graph login`, to act for somebody',
    );
  }
  const viewer = viewerOfOwner(owner);
  const own = { viewer, session: null, key: null, callerKey: 'local' };
  return async () => ({ ...own, isTrusted: true, mayWrite: true });
};
