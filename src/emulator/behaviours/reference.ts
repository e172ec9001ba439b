import type { Envelope } from '../envelope.ts';
import { counted, readList, withoutCursor } from '../list.ts';
import { readOne, typed } from '../read.ts';
import type { EntityRules, Handler } from '../scope.ts';
import type { StoredRow } from '../store.ts';

/** Values without identity have one in the store alone. */
const nameless: EntityRules = { shows: ({ id: _id, ...row }) => row };

const rowsIn = ({ data }: Envelope): readonly StoredRow[] => data as readonly StoredRow[];

const listBiddingRules: Handler = (scope) => {
  const { envelope, ...answer } = readList(scope);
  const currency = scope.input['currency'] ?? null;
  const data = rowsIn(envelope).filter((row) => currency === null || row['currency'] === currency);
  return { ...answer, envelope: { ...envelope, total_count: data.length, data } };
};

const listLineItemPlacements: Handler = (scope) => {
  const { envelope, ...answer } = readList(scope);
  const type = scope.input['product_type'] ?? null;
  const data = rowsIn(envelope).filter((row) => type === null || row['product_type'] === type);
  return { ...answer, envelope: { ...envelope, data } };
};

export const handlers: Readonly<Record<string, Handler>> = {
  listBiddingRules: withoutCursor(typed(listBiddingRules)),
  listContentCategories: counted(readList),
  listCuratedCategories: counted(readList),
  listRecommendations: counted(typed(readList)),
  getRecommendation: typed(readOne),
  listLineItemPlacements: withoutCursor(listLineItemPlacements),
};

export const rules: Readonly<Record<string, EntityRules>> = {
  BiddingRule: nameless,
  LineItemPlacement: nameless,
};
