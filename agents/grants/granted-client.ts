import type { ClientFacts } from 'oidc-provider';
import type { GrantedClient } from './grant-record.ts';

const longestName = 64;

/** A client as people see it, and its name in the log. */
export const grantedClient = (
  client: ClientFacts,
  redirect: string,
): { readonly shown: GrantedClient; readonly logName: string } => {
  const { clientId: id, clientName = '' } = client;
  const { host: named, protocol } = new URL(redirect);
  // The host of a program's own scheme means nothing.
  const host = /^https?:$/.test(protocol) ? named : protocol;
  const origin = originOf(client);
  const name = (origin === 'operator' ? clientName : cleaned(clientName)) || host;
  return { shown: { id, name, origin, host }, logName: logName(name) };
};

/** The source of a client's name. Clients of the operator have their names as ids. */
export const originOf = ({
  clientId: id,
  clientName,
  clientIdMetadataDocument,
}: ClientFacts): GrantedClient['origin'] => {
  if (clientIdMetadataDocument === true) return 'document';
  return id === clientName ? 'operator' : 'itself';
};

/** Words that only the gateway may say about a client. */
const claims = /verif|regist|operator|described|trusted|official|approved/i;

/** A name without characters that imitate another; '' for one that claims to be known. */
const cleaned = (name: string): string => {
  const plain = name
    .normalize('NFKC')
    .replace(/[\p{C}\p{Zl}\p{Zp}"“”„«»]/gu, '')
    .trim()
    .slice(0, longestName);
  return claims.test(plain) ? '' : plain;
};

/** A client's name with the characters that the log shows. */
export const logName = (name: string): string => name.replace(/[^A-Za-z0-9._@/ -]/g, '?');
