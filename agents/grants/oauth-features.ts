import type { IncomingMessage } from 'node:http';
import { type ClientFacts, errors, type IssuedToken, type ProviderContext } from 'oidc-provider';
import type { Config } from '../gateway.ts';
import { scopes } from '../scopes.ts';
import type { GrantRecord } from './grant-record.ts';
import type { createOAuthRecords } from './oauth-records.ts';
import { resourceOf } from './server-metadata.ts';

/** The parts of the authorization server. */
export interface ProviderNeeds {
  readonly publicUrl: string;
  readonly secrets: readonly string[];
  readonly records: ReturnType<typeof createOAuthRecords>;
  readonly clients: Config['mcpClients'];
  readonly mayRegister: boolean;
  readonly allowedOrigins: readonly string[];
  /** Milliseconds for which an access token is valid. */
  readonly tokenMs: number;
  /** Counts a fetch of a client's metadata document. Rejects beyond the limit. */
  readonly countFetch: (req: IncomingMessage) => Promise<void>;
  /** The grant of a token, if its session is still valid. */
  readonly grantOf: (id: string) => Promise<GrantRecord | null>;
}

/** The features of the library that are on, and those that are off. */
export const featuresOf = ({ publicUrl, mayRegister, tokenMs, countFetch }: ProviderNeeds) => {
  const resource = resourceOf(publicUrl);
  return {
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: async ({ req }: ProviderContext) => {
        await countFetch(req);
        return true;
      },
    },
    devInteractions: { enabled: false },
    registration: { enabled: mayRegister, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_: ProviderContext, asked: string) => {
        if (asked !== resource) throw new errors.InvalidTarget();
        return {
          scope: scopes.join(' '),
          audience: resource,
          accessTokenFormat: 'opaque',
          accessTokenTTL: Math.ceil(tokenMs / 1000),
        };
      },
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_: ProviderContext, client: ClientFacts, token: IssuedToken) =>
        token.clientId === client.clientId,
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  };
};
