/** What reads GraphQL at a position; null if its script cannot be loaded. */
export const loadService = () => import('./service.ts').catch(() => null);
