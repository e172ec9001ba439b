import { escaped } from '../../src/shared/sign-in/html.ts';
import { digest } from '../../src/state/ledger-entry.ts';
import { knownBadge, scopeWords } from '../grants/consent-page.ts';
import type { GrantedClient, GrantRecord } from '../grants/grant-record.ts';
import type { Scope } from '../scopes.ts';
import { timeHtml, zoneHtml } from './plan-words.ts';

/** A client that a user let in, and all that it was granted. */
export interface ConnectedClient {
  /** The id of the client on pages. */
  readonly key: string;
  readonly client: GrantedClient;
  readonly grants: readonly GrantRecord[];
}

/** The clients of grants, in the order of the grants. */
export const connectedClients = (grants: readonly GrantRecord[]): readonly ConnectedClient[] =>
  [...Map.groupBy(grants, ({ client }) => client.id)].flatMap(([id, own]) => {
    const [newest] = own;
    return newest === undefined ? [] : [{ key: digest(id), client: newest.client, grants: own }];
  });

/** The clients of a user, each with the form that disconnects it. */
export const clientsHtml = (clients: readonly ConnectedClient[]): string =>
  clients.map(clientHtml).join('\n');

/** The commands that connect a client to an address. */
export const connectHtml = (address: string): string => {
  const url = escaped(address);
  const commands = [
    ['Claude Code', `claude mcp add --transport http ads ${url}`],
    ['Codex', `codex mcp add ads --url ${url}`],
    ['Gemini CLI', `gemini mcp add --transport http ads ${url}`],
    ['Clients that run a command', 'ads-graph mcp'],
    ['Other clients: the address', url],
  ];
  const rows = commands.map(([name, text]) => `<dt>${name}</dt><dd><code>${text}</code></dd>`);
  return `<p>No connected clients. Connect one with:</p>
<dl>${rows.join('\n')}</dl>`;
};

const clientHtml = ({ key, client, grants }: ConnectedClient): string => {
  const since = Math.min(...grants.map(({ grantedAt }) => grantedAt));
  const used = Math.max(...grants.map(({ usedAt }) => usedAt ?? 0));
  const scopes = [...new Set(grants.flatMap((grant) => grant.scopes))];
  const accounts = new Map(
    grants.flatMap((grant) => grant.accounts.map(({ id, name }) => [id, name] as const)),
  );
  const named = [...accounts].map(([id, name]) => `${name} (${id})`);
  return `<article>
<p><strong>${escaped(client.name)}</strong> ${knownBadge(client)} <small>${escaped(client.host)} · connected ${timeHtml(since, null)} · ${used === 0 ? 'not used yet' : `last used ${timeHtml(used, null)}`} · ${zoneHtml(null)}</small></p>
<p>${scopes.map((scope: Scope) => scopeWords[scope]).join('. ')}.</p>
<p>${named.map(escaped).join(', ')}</p>
<form method="post" action="agents/clients/${key}/disconnect"><button>Disconnect</button></form>
</article>`;
};
