/** Loads the service that reads GraphQL; null if its script cannot be loaded. */
export const loadService = () => import('./service.ts').catch(() => null);
