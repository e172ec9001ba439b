import type { ClientFacts } from 'oidc-provider';
import type { GrantedClient } from './grant-record.ts';
import { logName } from './log-name.ts';

const longestName = 64;

/** A client as people see it, and its name as the log has it. */
export const grantedClient = (
  { clientId: id, clientName, clientIdMetadataDocument }: ClientFacts,
  redirect: string,
): { readonly shown: GrantedClient; readonly logName: string } => {
  const { host: named, protocol } = new URL(redirect);
  const host = named === '' ? protocol : named;
  const name = cleaned(clientName ?? '') || host;
  // The operator's clients have their names as ids.
  const origin =
    clientIdMetadataDocument === true ? 'document' : id === clientName ? 'operator' : 'itself';
  return { shown: { id, name, origin, host }, logName: logName(name) };
};

/** A name without signs that could make it look like another. */
const cleaned = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, longestName);
