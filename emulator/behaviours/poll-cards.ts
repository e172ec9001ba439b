import { iso } from '../../src/upstream/catalogue/language/times.ts';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { shownMedium } from '../card-media.ts';
import { refusal } from '../refusal.ts';
import type { EntityRules, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { givenMedia, invalidMedia } from './media-library.ts';

const feature = 'PROMOTED_MEDIA_POLLS';
const parameter = 'media_key';
const minuteMs = 60_000;

const mediumOf = ({ given }: WrittenRow, scope: Scope): StoredRow | null =>
  givenMedia(given, { parameter, types: ['IMAGE', 'VIDEO'] }, scope);

const creating = (made: WrittenRow, scope: Scope): void => {
  const medium = mediumOf(made, scope);
  if (medium === null) return;
  if (scope.store.find('Feature', scope.accountId, feature) === undefined) {
    const message = `The account does not have the feature ${feature}`;
    throw refusal(400, 'FEATURE_NOT_AVAILABLE', message, { parameter });
  }
  const [width, height] = [Number(medium['width']), Number(medium['height'])];
  const fits = width >= 800 && Math.abs(width / height - 1.91) < 0.02;
  if (medium['media_type'] === 'VIDEO' || fits) return;
  const message = 'The image of a poll is at least 800 pixels wide and 1.91:1';
  throw invalidMedia(message, parameter, made.given[parameter]);
};

/** A row without null columns: responses omit them for such cards. */
export const withoutNulls = (row: Values): Values =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, value === null ? undefined : value]),
  );

/** A URI for a card whose URI has another number than its id. */
export const cardUri = (scope: Scope): string => `card://${scope.newId('Card')}`;

const deriveOnce = (made: WrittenRow, scope: Scope): Values => {
  const { after } = made;
  const medium = mediumOf(made, scope);
  const start = String(after['created_at']);
  const end = Date.parse(start) + Number(after['duration_in_minutes']) * minuteMs;
  return {
    ...withoutNulls(after),
    card_uri: cardUri(scope),
    card_type: `${medium?.['media_type'] ?? 'TEXT'}_POLLS`,
    duration_in_minutes: String(after['duration_in_minutes']),
    start_time: start,
    end_time: iso(end),
    ...(medium !== null && shownMedium(medium)),
  };
};

export const rules: Readonly<Record<string, EntityRules>> = { PollCard: { creating, deriveOnce } };
