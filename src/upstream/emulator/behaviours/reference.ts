import { readList } from '../list.ts';
import type { EntityRules, Handler, Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';

/** Values without identity have one in the store alone. */
const nameless: EntityRules = { shows: ({ id: _id, ...row }) => row };

/** A list of which the answer says its length, though nobody asked. */
const counted =
  (isAsked: (row: StoredRow, scope: Scope) => boolean = () => true): Handler =>
  (scope) => {
    const answer = readList(scope);
    const data = (answer.envelope.data as readonly StoredRow[]).filter((row) =>
      isAsked(row, scope),
    );
    const envelope = { ...answer.envelope, total_count: data.length, data };
    return { ...answer, envelope };
  };

const listLineItemPlacements: Handler = (scope) => {
  const answer = readList(scope);
  const type = scope.input['product_type'] ?? null;
  const rows = answer.envelope.data as readonly StoredRow[];
  const data = rows.filter((row) => type === null || row['product_type'] === type);
  return { ...answer, envelope: { ...answer.envelope, data } };
};

export const handlers: Readonly<Record<string, Handler>> = {
  listBiddingRules: counted(
    (row, { input }) =>
      (input['currency'] ?? null) === null || row['currency'] === input['currency'],
  ),
  listContentCategories: counted(),
  listRecommendations: counted(),
  listLineItemPlacements,
};

export const rules: Readonly<Record<string, EntityRules>> = {
  BiddingRule: nameless,
  LineItemPlacement: nameless,
};
