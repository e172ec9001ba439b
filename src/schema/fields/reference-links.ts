import type { ReferenceLink } from '../../resolvers/reads/reference-links.ts';
import { referenced, referencedOne } from '../../resolvers/reads/reference-links.ts';
import { loaded } from './loaded.ts';
import { type EntityRef, entityRef, requireColumns } from './refs.ts';

// One cached call serves all rows of all accounts.
const costOf = ({ endpoint, matches }: ReferenceLink) => {
  requireColumns(endpoint.returns.of, [matches], `a link to ${endpoint.name}`);
  return { asks: endpoint.name, parentsPerCall: Number.MAX_SAFE_INTEGER, by: 'everyone' } as const;
};

const once = ({ endpoint }: ReferenceLink): string =>
  `The whole list is read once${endpoint.isReference ? ' and cached for hours' : ''}.`;

/** A link to the rows of reference data that a row names. */
export const linksToReference = (doc: string, link: ReferenceLink) => ({
  type: [entityRef(link.endpoint.returns.of)] as [EntityRef],
  description: `${doc}. ${once(link)}`,
  ...loaded(referenced(link), {
    needs: [link.column],
    cost: { ...costOf(link), objects: { firstOr: link.most } },
  }),
});

/** A link to one row of reference data; null if the row names none. */
export const linkToReference = (doc: string, link: ReferenceLink) => ({
  type: entityRef(link.endpoint.returns.of),
  description: `${doc}. ${once(link)}`,
  ...loaded(referencedOne(link), {
    needs: [link.column],
    cost: { ...costOf(link), objects: 'one' },
  }),
});
