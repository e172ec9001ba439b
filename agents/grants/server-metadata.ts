import { paths } from '../paths.ts';
import { scopes } from '../scopes.ts';

/** The audience of tokens. */
export const resourceOf = (publicUrl: string): string => `${publicUrl}/mcp`;

/** The address of the metadata that leads a client to a token (RFC 9728). */
export const resourceMetadataUrl = (publicUrl: string): string =>
  `${publicUrl}${paths.resourceOfTools}`;

/** The metadata of the tools (RFC 9728). Clients begin with the least scope. */
export const resourceMetadata = (publicUrl: string) => ({
  resource: resourceOf(publicUrl),
  authorization_servers: [publicUrl],
  scopes_supported: ['ads.read'],
  bearer_methods_supported: ['header'],
  resource_name: 'X Ads, by ads-graph',
});

/** The metadata of the authorization server (RFC 8414). */
export const serverMetadata = (publicUrl: string, mayRegister: boolean) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}${paths.authorize}`,
  token_endpoint: `${publicUrl}${paths.token}`,
  revocation_endpoint: `${publicUrl}${paths.revoke}`,
  ...(mayRegister && { registration_endpoint: `${publicUrl}${paths.register}` }),
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: authMethods,
  revocation_endpoint_auth_methods_supported: authMethods,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});

/** The ways in which clients authenticate. */
export const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;
