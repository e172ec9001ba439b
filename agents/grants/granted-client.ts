import type { ClientFacts } from 'oidc-provider';
import type { GrantedClient } from './grant-record.ts';
import { logName } from './log-name.ts';

const longestName = 64;

/** A client as people see it, and its name as the log has it. */
export const grantedClient = (
  client: ClientFacts,
  redirect: string,
): { readonly shown: GrantedClient; readonly logName: string } => {
  const { clientId: id, clientName = '' } = client;
  const { host: named, protocol } = new URL(redirect);
  // Of a scheme that belongs to a program, a host means nothing.
  const host = /^https?:$/.test(protocol) ? named : protocol;
  const origin = originOf(client);
  const name = (origin === 'operator' ? clientName : cleaned(clientName)) || host;
  return { shown: { id, name, origin, host }, logName: logName(name) };
};

/** How well the name of a client is known. The operator's clients have their names as ids. */
export const originOf = ({
  clientId: id,
  clientName,
  clientIdMetadataDocument,
}: ClientFacts): GrantedClient['origin'] => {
  if (clientIdMetadataDocument === true) return 'document';
  return id === clientName ? 'operator' : 'itself';
};

/** What a client may not say of itself, because the gateway says it of clients. */
const claims = /verif|regist|operator|described|trusted|official|approved/i;

/**
 * A name without signs that could make it look like another; '' for one that claims to be known.
 */
const cleaned = (name: string): string => {
  const plain = name
    .normalize('NFKC')
    .replace(/[\p{C}\p{Zl}\p{Zp}"“”„«»]/gu, '')
    .trim()
    .slice(0, longestName);
  return claims.test(plain) ? '' : plain;
};
