/** The scopes of clients; each allows what the one before does not. */
export const scopes = ['ads.read', 'ads.write', 'ads.spend'] as const;

export type Scope = (typeof scopes)[number];
