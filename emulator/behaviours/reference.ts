import { counted, readList, withoutCursor } from '../list.ts';
import { readOne, typed } from '../read.ts';
import type { EntityRules, Handler } from '../scope.ts';

/** Rules of rows without an id: the store needs one, but responses do not show it. */
const withoutId: EntityRules = { shows: ({ id: _id, ...row }) => row };

export const handlers: Readonly<Record<string, Handler>> = {
  listBiddingRules: withoutCursor(counted(typed(readList))),
  listContentCategories: counted(readList),
  listCuratedCategories: counted(readList),
  listRecommendations: counted(typed(readList)),
  getRecommendation: typed(readOne),
  listLineItemPlacements: withoutCursor(readList),
};

export const rules: Readonly<Record<string, EntityRules>> = {
  BiddingRule: withoutId,
  LineItemPlacement: withoutId,
};
