import type { ReferenceLink } from '../resolvers/reference-links.ts';
import { referenced } from '../resolvers/reference-links.ts';
import type { EntityRef } from './entities.ts';

// One call, kept for hours, serves every row of every account.
const shared = { parentsPerCall: Number.MAX_SAFE_INTEGER, perAccount: false } as const;
const usualMatches = 10;

/** The rows of reference data that a row points to. */
export const linksToReference = (type: EntityRef, doc: string, link: ReferenceLink) => ({
  type: [type] as [EntityRef],
  description: `${doc}. The whole list is read once and kept for hours.`,
  extensions: {
    facts: { needs: [link.column], cost: { ...shared, objects: { firstOr: usualMatches } } },
  } as const,
  resolve: referenced(link),
});

/** The one row of reference data that a row points to; null where it points to none. */
export const linkToReference = (type: EntityRef, doc: string, link: ReferenceLink) => {
  const find = referenced(link);
  return {
    type,
    description: `${doc}. The whole list is read once and kept for hours.`,
    extensions: { facts: { needs: [link.column], cost: { ...shared, objects: 'one' } } } as const,
    resolve: async (...asked: Parameters<typeof find>) => (await find(...asked))[0] ?? null,
  };
};
