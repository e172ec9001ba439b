import type { ReferenceLink } from '../../resolvers/reference-links.ts';
import { referenced, referencedOne } from '../../resolvers/reference-links.ts';
import { loaded } from './loaded.ts';
import type { EntityRef } from './refs.ts';
import { entityRef, requireColumns } from './refs.ts';

// One call, kept for hours, serves every row of every account.
const costOf = ({ endpoint, matches }: ReferenceLink) => {
  requireColumns(endpoint.returns.of, [matches], `a link to ${endpoint.name}`);
  return { asks: endpoint.name, parentsPerCall: Number.MAX_SAFE_INTEGER, by: 'everyone' } as const;
};

/** The rows of reference data that a row points to. */
export const linksToReference = (doc: string, link: ReferenceLink) => ({
  type: [entityRef(link.endpoint.returns.of)] as [EntityRef],
  description: `${doc}. The whole list is read once and kept for hours.`,
  ...loaded(referenced(link), {
    needs: [link.column],
    cost: { ...costOf(link), objects: { firstOr: link.most } },
  }),
});

/** The one row of reference data that a row points to; null where it points to none. */
export const linkToReference = (doc: string, link: ReferenceLink) => ({
  type: entityRef(link.endpoint.returns.of),
  description: `${doc}. The whole list is read once and kept for hours.`,
  ...loaded(referencedOne(link), {
    needs: [link.column],
    cost: { ...costOf(link), objects: 'one' },
  }),
});
