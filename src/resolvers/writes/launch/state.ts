import { campaigns } from '../../../upstream/catalogue/areas/campaigns.ts';
import { lineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import type { Fields } from '../../../upstream/catalogue/language/params.ts';
import { isContradicted } from '../../../upstream/catalogue/language/stored-values.ts';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import { type Row, SOURCE } from '../../../upstream/client/row.ts';
import { toleranceMs } from '../confirm-rows.ts';
import type { CampaignTree } from './children.ts';

/** A row that a launch has made and left paused, and the values that were sent for it. */
export interface LeftRow {
  readonly row: Row;
  readonly fields: Fields;
  readonly sent: Values;
}

const paused = { entity_status: 'PAUSED' } as const;

/** The campaign of a launch as its first step left it. */
export const leftCampaign = ({ campaign }: CampaignTree, row: Row): LeftRow => ({
  row,
  fields: campaigns.createCampaign.params,
  sent: { ...campaign, ...paused },
});

/** A line item of a launch as its step left it. */
export const leftLineItem = (
  { lineItems: all }: CampaignTree,
  index: number,
  row: Row,
): LeftRow => ({
  row,
  fields: lineItems.batchLineItems.operations.Create.params,
  sent: { ...all[index]?.values, ...paused },
});

/**
 * The state of a row that a launch left paused:
 * - LEFT: nobody has changed it, or only before the launch began to activate it;
 * - TAKEN_AWAY: it was deleted; or it has a later change but the launch's values, so it was paused;
 * - UNCLEAR: its values have changed, so it may have been ACTIVE in between.
 */
type RowState = 'ACTIVE' | 'LEFT' | 'TAKEN_AWAY' | 'UNCLEAR';

/**
 * The state of a row; `now` is null if the API does not show it. `since` is the time of its
 * activation, in milliseconds since 1970.
 */
export const stateOf = (
  { row, fields, sent }: LeftRow,
  now: Row | null,
  since: number,
): RowState => {
  if (now === null) return 'UNCLEAR';
  if (now['deleted'] === true) return 'TAKEN_AWAY';
  if (now['entity_status'] === 'ACTIVE') return 'ACTIVE';
  // The row may have been read back, so its `updated_at` may already show somebody's change.
  const [left, touched] = [timeOf(row, 'created_at'), timeOf(now, 'updated_at')];
  if (left === touched || touched < since - toleranceMs) return 'LEFT';
  const isOther = isContradicted(fields, { entity: now[SOURCE].entity, sent, row: now });
  return !isOther && touched > left ? 'TAKEN_AWAY' : 'UNCLEAR';
};

/** A time of a row, in milliseconds since 1970; NaN if it has none. */
const timeOf = (row: Row, column: string): number => Date.parse(String(row[column]));
