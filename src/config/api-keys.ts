import { z } from 'zod';

/** A key of GATEWAY_API_KEYS. */
export interface ApiKey {
  /** Shown in the log. */
  readonly name: string;
  readonly key: string;
  /** The use of the owner's token that this key allows to a request without a session. */
  readonly lends: 'nothing' | 'queries' | 'everything';
  /** A wider use that agents at `/mcp` have; absent if they have no more than others. */
  readonly lendsAgents?: 'queries' | 'everything';
}

// Printable ASCII without comma and colon.
const written = /^(?<name>[a-z\d-]{1,64}):(?<key>[!-+\--9;-~]{32,})(?::(?<right>[a-z-]+))?$/;
const rights: ReadonlyMap<string, Pick<ApiKey, 'lends' | 'lendsAgents'>> = new Map([
  ['', { lends: 'nothing' }],
  ['owner', { lends: 'everything' }],
  ['owner-reads', { lends: 'queries' }],
  ['agent', { lends: 'nothing', lendsAgents: 'everything' }],
  ['agent-reads', { lends: 'nothing', lendsAgents: 'queries' }],
]);
const wrong =
  "must be name:key, with :owner or :owner-reads behind keys that lend the owner's token, " +
  'or :agent or :agent-reads behind those that lend it at /mcp alone; ' +
  'a name has a-z, 0-9 and -, a key 32 or more printable characters, no colon, comma or blank';

/** The schema of one key: `crm:KEY` or `reports:KEY:owner-reads`. */
export const apiKey = z.string().transform((text, { addIssue }): ApiKey => {
  const { name = '', key = '', right = '' } = written.exec(text)?.groups ?? {};
  const lent = rights.get(right);
  if (name === '' || lent === undefined) addIssue(wrong);
  return { name, key, ...(lent ?? { lends: 'nothing' }) };
});

/** True if names and keys occur once each, so that each caller has one name and one right. */
export const areDistinct = (keys: readonly ApiKey[]): boolean =>
  (['name', 'key'] as const).every(
    (member) => new Set(keys.map((one) => one[member])).size === keys.length,
  );

/** True if a key lends the owner's token at all. */
export const isLending = ({ lends, lendsAgents }: ApiKey): boolean =>
  lends !== 'nothing' || lendsAgents !== undefined;
