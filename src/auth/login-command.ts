import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { clientSettings, type Upstream } from '../config/credentials.ts';
import { createSealer, type Sealer, type Session, sessionMs } from '../shared/sign-in/session.ts';
import { createClient } from '../upstream/client/client.ts';
import { createFlow, type Flow } from './flow.ts';
import type { Identity } from './identity.ts';
import { listenerUrl, reachableUrl } from './listener-url.ts';
import { sealNew } from './sessions.ts';
import { type Caller, viewerOfOwner } from './viewer.ts';

type ReadyConfig = Config & { readonly upstream: Upstream };

/** The terminal of the user. */
interface Terminal {
  readonly print: (lines: readonly string[]) => void;
  readonly readPin: () => Promise<string>;
}

/**
 * The file of the user's session: `$XDG_CONFIG_HOME/ads-graph/session`, by default in `~/.config`.
 */
export const sessionFile = ({
  XDG_CONFIG_HOME: folder,
}: Readonly<Record<string, string | undefined>>): string =>
  join(folder || join(homedir(), '.config'), 'ads-graph', 'session');

/** A day where this machine is: `28 December 2026`. */
const dayOf = (time: number): string =>
  new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long' });

/** Signs in with a PIN and writes the sealed session to the file. Returns the lines to print. */
export const signIn = (
  config: Config,
  file: string,
  { print, readPin }: Terminal,
): Promise<readonly string[]> =>
  withFlow(config, async (flow, sealer) => {
    const { requestToken, page } = await flow.begin('oob', {});
    print(['Open this address, allow access, and enter the PIN that it shows:', `  ${page}`]);
    const pin = await readPin();
    if (!/^\w{1,64}$/.test(pin)) throw new ConfigError('The PIN must be the number that was shown');
    const grant = await flow.finish(requestToken, pin);
    await writeSession(file, await sealNew(sealer, grant));
    return [
      `Signed in as @${grant.screenName} until ${dayOf(Date.now() + sessionMs)}.`,
      `The session is in ${file}, which only you can read. Use it as bearer:`,
      `  ${await exampleCall(config, file)}`,
    ];
  });

/**
 * Deletes the file of the session; with `revoke`, first revokes its access token at the API.
 * Returns the lines to print.
 */
export const signOut = async (
  config: Config,
  file: string,
  revoke: boolean,
): Promise<readonly string[]> => {
  const sealed = await sealedIn(file);
  if (sealed === null) return ['There is no session to delete.'];
  if (revoke) await withFlow(config, (flow, sealer) => revokeSealed(flow, sealer, sealed));
  await rm(file);
  return [revoke ? 'Signed out, and the access token is revoked.' : 'Signed out.'];
};

/** The sealed session in the file; null if there is none. Rejects if it cannot be read. */
export const sealedIn = async (file: string): Promise<string | null> => {
  const sealed = await readFile(file, 'utf8').catch(nullIfAbsent);
  return sealed === null ? null : sealed.trim();
};

/** The session in the file; null if there is none that this configuration opens. */
export const readSession = async (
  { sessionSecrets }: Pick<Config, 'sessionSecrets'>,
  file: string,
): Promise<Session | null> => {
  const sealed = await sealedIn(file);
  return sealed === null ? null : createSealer(sessionSecrets).open(sealed);
};

const nullIfAbsent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

const revokeSealed = async (flow: Flow, sealer: Sealer, sealed: string): Promise<void> => {
  const session = await sealer.open(sealed);
  if (session === null) {
    throw new ConfigError('SESSION_SECRET does not open the session, or it has expired');
  }
  await flow.revoke({ ...session, key: session.id, isOwnerToken: false });
};

const withFlow = async <T>(
  config: Config,
  work: (flow: Flow, sealer: Sealer) => Promise<T>,
): Promise<T> => {
  const ready = requireKeys(config);
  const client = createClient(clientSettings(ready));
  try {
    return await work(
      createFlow(client, ready.timeouts.operation),
      createSealer(ready.sessionSecrets),
    );
  } finally {
    await client.close();
  }
};

const requireKeys = (config: Config): ReadyConfig => {
  const { upstream, isSecretGenerated } = config;
  if (upstream === null) {
    throw new ConfigError(
      'ADS_CONSUMER_KEY must be set to sign in; `ads-graph emulator` prints keys of an emulated API',
    );
  }
  if (isSecretGenerated) {
    throw new ConfigError(
      'SESSION_SECRET must be set, to that of the gateway that is to accept the session',
    );
  }
  return { ...config, upstream };
};

/** Writes the session to a file that only the user can read, replacing an earlier one. */
const writeSession = async (file: string, sealed: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${sealed}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
};

/** True if a gateway answers at an address. */
const runsAt = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(`${url}/auth/session`, { signal: AbortSignal.timeout(answerMs) });
    return 'signedIn' in ((await response.json()) as object);
  } catch {
    return false;
  }
};

const answerMs = 1000;

const exampleCall = async ({ publicUrl, host, port }: Config, file: string): Promise<string> => {
  const local = reachableUrl(listenerUrl(host, port));
  // PORT may differ from the port that the gateway was started with.
  const url = publicUrl ?? ((await runsAt(local)) ? local : 'http://ADDRESS_OF_THE_GATEWAY');
  const body = JSON.stringify({ query: '{ viewer { screenName } }' });
  return `curl -s ${url}/graphql -H "authorization: Bearer $(cat '${file}')" -H 'content-type: application/json' -d '${body}'`;
};

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
