import { randomUUID } from 'node:crypto';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { isLive, responseWith } from '../read.ts';
import { invalid, notFound, refusal } from '../refusal.ts';
import type { Handler, Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';

const eventsInWindow = 60_000;
const windowMs = 900_000;

/**
 * The pixel of the path, and its account. Throws a refusal if the user may not send events of that
 * account.
 */
const pixelAt = ({ store, access, user, input }: Scope): StoredRow => {
  const id = String(input['pixel_id']);
  const pixel = store.find('WebPixel', null, id);
  if (pixel === undefined) throw notFound('Pixel', 'pixel_id', id);
  const accountId = String(pixel['account_id']);
  const isOpen = isLive(store.find('Account', null, accountId));
  const mayUse = user !== null && isOpen && access.mayUse(user.userId, accountId);
  const held = mayUse ? access.permissionsOf(user, accountId) : [];
  if (held.some((one) => one === 'ACCOUNT_ADMIN' || one === 'AD_MANAGER')) return pixel;
  const message =
    'Conversions need the role ACCOUNT_ADMIN or AD_MANAGER in the account of the pixel';
  throw refusal(403, 'ACTION_NOT_ALLOWED', message);
};

/** Counts events in the rate window of an account. Throws a 429 if too few are left. */
const countEvents = ({ store, settings, now }: Scope, account: string, events: number): void => {
  const entity = 'WebConversionWindow';
  const known = store.find(entity, account, account);
  const isOpen = known !== undefined && Number(known['ends_at']) > now();
  const count = events + (isOpen ? Number(known['events']) : 0);
  if (settings.rateWindows && count > eventsInWindow) {
    throw refusal(429, 'TOO_MANY_REQUESTS', 'Too many conversions; wait for the reset');
  }
  const ends_at = isOpen ? known['ends_at'] : now() + windowMs;
  store.insert(entity, account, { id: account, ends_at, events: count });
};

// An event may be named alone or with its pixel: `ol288` is `tw-oka17-ol288`.
const eventOf = ({ event_id: id }: Values, pixel: StoredRow): string => {
  const [, of = pixel['id'], event] = /^(?:tw-([^-]+)-)?(.+)$/i.exec(String(id)) ?? [];
  const events = pixel['events'] as readonly string[];
  const found = events.find((one) => one === String(event).toLowerCase());
  if (found !== undefined && String(of).toLowerCase() === pixel['id']) return found;
  throw invalid('event_id', 'The pixel has no such event');
};

/**
 * Stores the event without personal data. A known id of the same event means the same conversion.
 */
const record = (scope: Scope, pixel: StoredRow, conversion: Values): void => {
  const { store, newId } = scope;
  const account = String(pixel['account_id']);
  const event_id = eventOf(conversion, pixel);
  const { conversion_id = null, conversion_time, value = null } = conversion;
  const id = conversion_id === null ? newId('WebConversion') : `${event_id} ${conversion_id}`;
  const recorded = { id, event_id, conversion_id, conversion_time, value };
  store.insert('WebConversion', account, recorded);
};

const recordWebConversions: Handler = (scope) => {
  const pixel = pixelAt(scope);
  const conversions = scope.input['conversions'] as readonly Values[];
  const account_id = String(pixel['account_id']);
  scope.store.atomically(() => {
    for (const conversion of conversions) record(scope, pixel, conversion);
    countEvents(scope, account_id, conversions.length);
  });
  const counted = { conversions_processed: conversions.length, debug_id: randomUUID() };
  return responseWith({ ...scope, echo: { account_id } }, 200, counted);
};

export const handlers: Readonly<Record<string, Handler>> = { recordWebConversions };
