/** Everything that a client may be granted, each with what the one before allows not. */
export const scopes = ['ads.read', 'ads.write', 'ads.spend'] as const;

export type Scope = (typeof scopes)[number];
