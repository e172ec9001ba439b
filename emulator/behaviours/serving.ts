import type { Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';

type ServingState = Pick<Scope, 'store' | 'accountId' | 'now'>;

const reasonsIn = (row: StoredRow, column: string): readonly unknown[] => {
  const reasons = row[column];
  return Array.isArray(reasons) ? reasons : [];
};

const isSame = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((reason, index) => reason === right[index]);

const ofTime: ReadonlySet<unknown> = new Set(['EXPIRED', 'STARTS_IN_FUTURE']);

/** A funding instrument in its current state: it can pay between its dates, unless deleted. */
export const fundingNow = (row: StoredRow, { now }: Pick<ServingState, 'now'>): StoredRow => {
  const column = 'reasons_not_able_to_fund';
  // A row that a test inserted may not have these columns.
  if (row['able_to_fund'] === undefined) return row;
  const [start, end] = [row['start_time'], row['end_time']].map((time) => Date.parse(String(time)));
  const reasons =
    row['deleted'] === true
      ? ['DELETED']
      : [
          ...reasonsIn(row, column).filter((reason) => !ofTime.has(reason)),
          ...(Number(end) <= now() ? ['EXPIRED'] : []),
          ...(Number(start) > now() ? ['STARTS_IN_FUTURE'] : []),
        ];
  return isSame(reasonsIn(row, column), reasons)
    ? row
    : { ...row, able_to_fund: reasons.length === 0, [column]: reasons };
};

/** The funding instrument of a campaign. */
export const fundingOf = (
  campaign: StoredRow,
  { store, accountId }: Pick<ServingState, 'store' | 'accountId'>,
): StoredRow | undefined =>
  store.find('FundingInstrument', accountId, String(campaign['funding_instrument_id']));

const canBePaid = (campaign: StoredRow, state: ServingState): boolean => {
  const funding = fundingOf(campaign, state);
  return funding === undefined || fundingNow(funding, state)['able_to_fund'] !== false;
};

/**
 * A campaign in its current state: it can serve if it has no own reason against it and its funding
 * can pay.
 */
export const campaignNow = (row: StoredRow, state: ServingState): StoredRow => {
  const column = 'reasons_not_servable';
  const problem = 'FUNDING_PROBLEM';
  if (row['deleted'] === true || row['servable'] === undefined) return row;
  const own = reasonsIn(row, column).filter((reason) => reason !== problem);
  const reasons = canBePaid(row, state) ? own : [...own, problem];
  const servable = reasons.length === 0;
  const status = row['entity_status'];
  // UNKNOWN is the only known value for an active campaign that cannot serve.
  const effective_status = servable ? 'RUNNING' : status === 'ACTIVE' ? 'UNKNOWN' : status;
  return isSame(reasonsIn(row, column), reasons) && row['effective_status'] === effective_status
    ? row
    : { ...row, servable, [column]: reasons, effective_status };
};
