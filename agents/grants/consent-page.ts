import { escaped, htmlPage } from '../../src/shared/sign-in/html.ts';
import type { Scope } from '../scopes.ts';
import type { GrantedClient } from './grant-record.ts';
import { programs } from './redirect.ts';

/** An account that a user may choose. */
export interface OfferedAccount {
  readonly id: string;
  readonly name: string;
}

/** A client's request for access. */
export interface ConsentRequest {
  readonly client: GrantedClient;
  readonly screenName: string;
  readonly scopes: readonly Scope[];
  readonly accounts: readonly OfferedAccount[];
  /** The fault of the submitted form; null before one. */
  readonly fault: string | null;
}

/** The effect of each scope, in words for people. */
export const scopeWords: Readonly<Record<Scope, string>> = {
  'ads.read': 'Read campaigns and results',
  'ads.write': 'Make changes that raise no spending',
  'ads.spend': 'Make changes that may raise spending: budgets, bids, what becomes active',
};

/** The page on which a user chooses the scopes and the accounts of a client. */
export const consentPage = ({
  client,
  screenName,
  scopes,
  accounts,
  fault,
}: ConsentRequest): string => {
  const [only] = accounts.length === 1 ? accounts : [];
  return htmlPage(
    'Allow this client to connect?',
    `<div class="wide">
<p>“<strong>${escaped(client.name)}</strong>” ${knownBadge(client)} wants to use ad accounts as @${escaped(screenName)}. ${destination(client)}</p>
${fault === null ? '' : `<p class="note" role="alert">${escaped(fault)}</p>`}
<form method="post">
<fieldset><legend>Permissions</legend>
${scopes.map(scopeChoice).join('\n')}
</fieldset>
<fieldset><legend>Accounts</legend>
${accounts.map((account) => accountChoice(account, account === only)).join('\n') || '<p>You have no ad account.</p>'}
</fieldset>
<div class="choice"><button class="first" name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></div>
</form>
<p><small>It never gets your X token. You can disconnect it at any time at <a href="../../agents">agents</a>; signing out also disconnects it.</small></p>
</div>`,
  );
};

/** The receiver of the code: a host, or a program of this device, whose addresses have a scheme. */
const destination = ({ host }: GrantedClient): string => {
  if (!host.endsWith(':')) return `You are sent back to <strong>${escaped(host)}</strong>.`;
  const usual = programs.get(host);
  const who = usual === undefined ? '' : `, usually ${usual}`;
  return `You are sent to a program on this device: the one that opens addresses with <strong>${escaped(host)}</strong>${who}.`;
};

/** The badge for the origin of a client's name. */
export const knownBadge = ({ id, origin }: Pick<GrantedClient, 'id' | 'origin'>): string => {
  if (origin === 'operator') return '<span class="badge good">registered by the operator</span>';
  const words = origin === 'document' ? `described at ${new URL(id).host}` : 'unverified name';
  return `<span class="badge warn">${escaped(words)}</span>`;
};

const scopeChoice = (scope: Scope): string =>
  choice({ name: 'scope', value: scope, words: scopeWords[scope], isChecked: true });

const accountChoice = ({ id, name }: OfferedAccount, isChecked: boolean): string =>
  choice({ name: 'account', value: id, words: `${name} (${id})`, isChecked });

const choice = (one: {
  readonly name: string;
  readonly value: string;
  readonly words: string;
  readonly isChecked: boolean;
}): string =>
  `<label><input type="checkbox" name="${one.name}" value="${escaped(one.value)}"${one.isChecked ? ' checked' : ''}>${escaped(one.words)}</label>`;
