import { columnName } from '../upstream/catalogue/names.ts';
import { reportAnomaly } from '../upstream/client/anomalies.ts';
import { TransportError } from '../upstream/client/errors.ts';
import type { PageAsk } from './page-ask.ts';

/**
 * The error for a list with this many rows that belong to none of the requested parents; none for
 * 0.
 */
export const strayRows = ({ endpoint, parent }: PageAsk, count: number): readonly Error[] => {
  if (count === 0) return [];
  for (let reported = 0; reported < count; reported += 1) reportAnomaly('row_not_asked_for');
  const rows = count === 1 ? '1 row of the answer has' : `${count} rows of the answer have`;
  const { name = '', renamed = {} } = endpoint.returns.of ?? {};
  const column = parent?.column ?? '';
  const reason = `${rows} no ${columnName(name, renamed[column] ?? column)} that was asked for`;
  return [new TransportError('UPSTREAM_BAD_RESPONSE', endpoint.name, reason, { sent: true })];
};
