/** The API key of a caller, as long as keys must be. */
export const keyOf = (name: string): string => `key-of-${name}`.padEnd(32, '.');

/** Headers with that key. */
export const withKey = (name: string) => ({ headers: { 'x-api-key': keyOf(name) } });

/** The value of GATEWAY_API_KEYS for callers with these rights; a key with '' only admits. */
export const keysOf = (
  rights: Readonly<Record<string, '' | 'owner' | 'owner-reads' | 'agent' | 'agent-reads'>>,
): string =>
  Object.entries(rights)
    .map(([name, right]) => [name, keyOf(name), right].filter(Boolean).join(':'))
    .join(',');
