import { problemOf, sendFailure } from '../../src/auth/replies.ts';
import { installAfter } from '../../src/config/package.ts';
import { refused } from '../../src/errors/errors.ts';
import { refusalIfUnavailable } from '../../src/state/refusals.ts';
import type { Caller, HttpExchange, Identity } from '../gateway.ts';
import type { Scope } from '../scopes.ts';
import type { GrantNeeds, GrantSettings } from './grant-needs.ts';
import type { GrantRecord } from './grant-record.ts';
import { createGrantStore } from './grant-store.ts';
import { refusalPage } from './oauth-refusal.ts';
import { resourceMetadataUrl } from './server-metadata.ts';

/** The access that users give to clients from outside. */
export interface Grants {
  /** Answers a request to a path of `grantPath`. Never rejects. */
  readonly answer: (exchange: HttpExchange, path: string) => Promise<void>;
  /** The caller of an access token; null if the token is not valid, or no longer. */
  readonly callerOf: (token: string) => Promise<Caller | null>;
  /** The `WWW-Authenticate` header for a caller without a token, or without these scopes. */
  readonly challenge: (scopes: readonly Scope[], error: string | null) => string;
  /** The grants of a user that have not ended, newest first. */
  readonly list: (userId: string) => Promise<readonly GrantRecord[]>;
  /** Ends every token of these grants, in all processes. */
  readonly end: (grants: readonly GrantRecord[]) => Promise<void>;
}

const tokenShape = /^[\w-]{43}$/;

/** Creates the grants. The authorization server is loaded at the first request that needs it. */
export const createGrants = (settings: GrantSettings, needs: GrantNeeds): Grants => {
  const { identity } = needs;
  const grants = createGrantStore({ ...needs, secrets: settings.sessionSecrets });
  const grantOf = async (id: string): Promise<GrantRecord | null> => {
    const grant = await grants.find(id);
    return grant !== null && (await callerOfGrant(identity, grant)) !== null ? grant : null;
  };
  let loading: ReturnType<typeof load> | null = null;
  const load = async () => {
    const { createOAuthServer } = await import('./oauth-server.ts');
    return createOAuthServer(settings, { ...needs, grants, grantOf });
  };
  const server = () => {
    loading ??= load().catch(refuseWithout);
    return loading;
  };
  return {
    answer: async (exchange, path) => {
      try {
        await (await server()).answer(exchange, path);
      } catch (error) {
        sendFailure(exchange, refusalIfUnavailable(error, unavailable), { page: refusalPage });
      }
    },
    callerOf: async (token) => {
      if (!tokenShape.test(token)) return null;
      // Without the package there are no tokens, so this may be a key.
      const running = await server().catch(nullIfRefused);
      const facts = running === null ? null : await running.read(token);
      if (facts === null) return null;
      const grant = await grants.find(facts.grantId);
      const caller = grant === null ? null : await callerOfGrant(identity, grant);
      if (grant === null || caller === null) return null;
      await grants.use(grant);
      return withGrant(caller, grant, facts.scopes);
    },
    challenge: (scopes, error) =>
      [
        `Bearer resource_metadata="${resourceMetadataUrl(identity.publicUrl())}"`,
        `scope="${scopes.join(' ')}"`,
        ...(error === null ? [] : [`error="${error}"`]),
      ].join(', '),
    list: async (userId) => {
      const found = await grants.list(userId);
      const callers = await Promise.all(found.map((grant) => callerOfGrant(identity, grant)));
      return found.filter((_, at) => callers[at] !== null);
    },
    end: async (ending) => {
      await Promise.all(ending.map(({ id }) => grants.end(id)));
    },
  };
};

const nullIfRefused = (error: unknown): null => {
  if (problemOf(error) === null) throw error;
  return null;
};

const unavailable = 'The store of grants does not answer. Try again in a moment.';

/** Tells how to install the package of the authorization server, which is optional. */
const refuseWithout = (error: NodeJS.ErrnoException): never => {
  const install = installAfter(error, 'oidc-provider');
  throw refused(501, `Clients from outside need a package that is not installed: ${install}`);
};

/** The user of a grant, with all rights of its session; null if the session has ended. */
const callerOfGrant = async (
  { callerOf }: Identity,
  { session }: GrantRecord,
): Promise<Caller | null> => {
  try {
    return await callerOf({ authorization: `Bearer ${session}` });
  } catch (error) {
    if (problemOf(error)?.status === 401) return null;
    throw error;
  }
};

/** The caller of a session, limited to the grant of the token. */
const withGrant = (
  caller: Caller,
  { client, accounts, scopes }: GrantRecord,
  ofToken: ReadonlySet<string>,
): Caller => {
  const granted = new Set(scopes.filter((scope) => ofToken.has(scope)));
  return {
    ...caller,
    key: null,
    isTrusted: false,
    mayWrite: granted.has('ads.write'),
    isAgent: true,
    grant: {
      client: { id: client.id, name: client.name },
      accounts: new Set(accounts.map(({ id }) => id.toLowerCase())),
      scopes: granted,
    },
  };
};
