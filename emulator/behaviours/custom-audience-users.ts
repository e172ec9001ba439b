import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { changePeople } from '../people.ts';
import { type ApiError, refusal } from '../refusal.ts';
import type { Handler } from '../scope.ts';
import { audienceAt, requireWriter } from './custom-audiences.ts';

/** The default of `expires_at`: 13 months from now. */
const defaultExpiry = (now: number): number => {
  const date = new Date(now);
  return date.setUTCMonth(date.getUTCMonth() + 13);
};

const expired = ({ params }: { readonly params: Values }, now: number): readonly ApiError[] => {
  const [begins, ends] = [params['effective_at'] ?? null, params['expires_at'] ?? null];
  const instant = (value: unknown, fallback: number): number =>
    value === null ? fallback : Date.parse(String(value));
  if (instant(ends, defaultExpiry(now)) > instant(begins, now)) return [];
  const parameter = ends === null ? 'effective_at' : 'expires_at';
  const message = 'expires_at (13 months from now by default) must be after effective_at';
  const value = String(params[parameter]);
  return [{ code: 'INVALID_TIME_WINDOW', message, parameter, value }];
};

const updateCustomAudienceUsers: Handler = (scope) => {
  const name = 'custom_audience_id';
  const row = audienceAt(scope, name, String(scope.input[name]));
  requireWriter(row);
  if (row['audience_type'] === 'FLEXIBLE') {
    const message = 'A flexible audience has no users of its own';
    throw refusal(400, 'INVALID', message, { attribute: 'audience_type' });
  }
  return changePeople(scope, { entity: 'CustomAudience', row, size: 'audience_size' }, expired);
};

export const handlers: Readonly<Record<string, Handler>> = { updateCustomAudienceUsers };
