import { maxPublishers } from '../../src/upstream/catalogue/areas/targeting-criteria.ts';
import { sameId } from '../../src/upstream/catalogue/language/identifiers.ts';
import { isLive, liveRows } from '../read.ts';
import { invalid, notFound, refusal } from '../refusal.ts';
import type { Scope } from '../scope.ts';
import { optionOf } from '../seed/options.ts';
import type { StoredRow } from '../store.ts';
import { countriesOf, entryOf, requireEntry } from '../targeting-entries.ts';
import { iabCategory } from './iab-categories.ts';
import { promotableUsers } from './promotable-users.ts';

/** A new criterion, and the other criteria of its line item. */
interface Targeting {
  readonly after: StoredRow;
  readonly others: readonly StoredRow[];
}

/** Throws a Refusal if a new criterion is not allowed. */
type CriterionRule = (targeting: Targeting, scope: Scope) => void;

const parameter = 'targeting_value';

const typeOf = (row: StoredRow): string => String(row['targeting_type']);

/** The value of a criterion. */
export const targetOf = (row: StoredRow): string => String(row['targeting_value']);

const ofType = (type: string, rows: readonly StoredRow[]): readonly StoredRow[] =>
  rows.filter((row) => typeOf(row) === type);

const includes = (row: StoredRow): boolean => row['operator_type'] !== 'NE';

const isIn = (place: StoredRow, show: StoredRow, scope: Scope): boolean => {
  const [country, broadcast] = [place, show].map((row) =>
    countriesOf(entryOf(row['targeting_type'], targetOf(row), scope)),
  );
  return broadcast?.includes(country?.[0]) === true;
};

// A show and every LOCATION of its line item are in one country, whichever is added first.
const inLocale: CriterionRule = ({ after, others }, scope) => {
  const isShow = typeOf(after) === 'TV_SHOW';
  const places = ofType('LOCATION', others);
  if (isShow && places.length === 0) {
    throw invalid('targeting_type', 'TV_SHOW needs a LOCATION criterion first', 'TV_SHOW');
  }
  const fits = isShow
    ? places.every((place) => isIn(place, after, scope))
    : ofType('TV_SHOW', others).every((show) => isIn(after, show, scope));
  if (fits) return;
  const message = 'A television show and every place of its line item are of one locale';
  throw invalid(parameter, message, targetOf(after));
};

const targetableAudience: CriterionRule = ({ after }, { store, accountId }) => {
  const value = targetOf(after);
  const audience = store.find('CustomAudience', accountId, value);
  if (!isLive(audience)) {
    const message = `The custom audience ${value} does not exist`;
    throw refusal(404, 'NOT_FOUND', message, { parameter, value });
  }
  if (audience['targetable'] !== true) {
    throw invalid(parameter, `The custom audience ${value} cannot be targeted`, value);
  }
};

const included: CriterionRule = ({ after }) => {
  if (includes(after)) return;
  throw invalid('operator_type', `${typeOf(after)} cannot be excluded`, after['operator_type']);
};

const notBeside =
  (type: string): CriterionRule =>
  ({ after, others }) => {
    const value = targetOf(after);
    const isTwice = ofType(type, others).some((other) => sameId(targetOf(other), value));
    if (!isTwice) return;
    throw invalid(parameter, `The line item already targets ${value} with ${type}`, value);
  };

const documented: CriterionRule = ({ after }) => {
  const [type, value] = [typeOf(after), targetOf(after)];
  if (optionOf(type, value) === undefined)
    throw invalid(parameter, `${value} is not a value of ${type}`, value);
};

const alone: CriterionRule = ({ after, others }) => {
  const type = typeOf(after);
  if (ofType(type, others).length === 0) return;
  throw invalid('targeting_type', `A line item may have only one ${type}`, type);
};

const ofCampaign: CriterionRule = ({ after }, { store, accountId }) => {
  const value = targetOf(after);
  if (store.find('Campaign', accountId, value) === undefined) {
    throw notFound('Campaign', parameter, value);
  }
};

const ofPromotableUser: CriterionRule = ({ after }, scope) => {
  const value = targetOf(after);
  if (promotableUsers(scope).some((user) => String(user['user_id']) === value)) return;
  throw invalid(parameter, `The user ${value} is not promotable`, value);
};

const userId: CriterionRule = ({ after }) => {
  const value = targetOf(after);
  if (!/^\d{1,19}$/.test(value))
    throw invalid(parameter, `${value} is not the id of a user`, value);
};

/** The system of a device, or the name of a platform: iOS, Android. */
const systemOf = (row: StoredRow, scope: Scope): unknown => {
  const entry = entryOf(row['targeting_type'], targetOf(row), scope);
  return entry?.['os_type'] ?? entry?.['name'];
};

const besidePlatform: CriterionRule = ({ after, others }, scope) => {
  const system = systemOf(after, scope);
  const type = typeOf(after) === 'DEVICE' ? 'PLATFORM' : 'DEVICE';
  const isCovered = ofType(type, others).some(
    (other) => includes(other) && systemOf(other, scope) === system,
  );
  if (!isCovered || !includes(after)) return;
  const message = `A line item targets a platform, here ${system}, or devices of it`;
  throw invalid(parameter, message, targetOf(after));
};

const atMost =
  (most: number, ...types: readonly string[]): CriterionRule =>
  ({ after, others }) => {
    if (others.filter((other) => types.includes(typeOf(other))).length < most) return;
    const message = `A line item has at most ${most} criteria of ${types.join(', ')}`;
    throw invalid('targeting_type', message, typeOf(after));
  };

// A curated category has few publishers, so fewer of them can be excluded.
const fewPublishers: CriterionRule = (targeting, scope) => {
  const home = { entity: 'LineItemCuratedCategory', column: 'line_item_id' };
  const isCurated = liveRows(scope, home, targeting.after['line_item_id']).length > 0;
  const most = isCurated ? maxPublishers.curated : maxPublishers.usual;
  atMost(most, 'CONTENT_PUBLISHER_USER')(targeting, scope);
};

const fewKeywords = atMost(
  1000,
  'BROAD_KEYWORD',
  'EXACT_KEYWORD',
  'PHRASE_KEYWORD',
  'UNORDERED_KEYWORD',
);
const fewUsers = atMost(100, 'FOLLOWERS_OF_USER', 'SIMILAR_TO_FOLLOWERS_OF_USER');

const rulesOfTypes: Readonly<Record<string, readonly CriterionRule[]>> = {
  AGE: [documented, alone],
  BROAD_KEYWORD: [fewKeywords],
  CAMPAIGN_ENGAGEMENT: [ofCampaign],
  CAMPAIGN_ENGAGEMENT_LOOKALIKE: [ofCampaign],
  CONTENT_PUBLISHER_USER: [userId, fewPublishers],
  CUSTOM_AUDIENCE: [targetableAudience, notBeside('CUSTOM_AUDIENCE_EXPANDED')],
  CUSTOM_AUDIENCE_EXPANDED: [targetableAudience, included, notBeside('CUSTOM_AUDIENCE')],
  DEVICE: [besidePlatform],
  ENGAGEMENT_TYPE: [documented],
  EVENT: [alone],
  EXACT_KEYWORD: [fewKeywords],
  FOLLOWERS_OF_USER: [ofPromotableUser, fewUsers],
  GENDER: [documented],
  IAB_CATEGORY: [({ after }, scope) => void iabCategory(targetOf(after), parameter, scope)],
  INTEREST: [atMost(100, 'INTEREST')],
  LOCATION: [inLocale, atMost(2000, 'LOCATION')],
  PHRASE_KEYWORD: [fewKeywords],
  PLATFORM: [besidePlatform],
  SIMILAR_TO_FOLLOWERS_OF_USER: [fewUsers],
  TV_SHOW: [inLocale],
  UNORDERED_KEYWORD: [fewKeywords],
  USER_ENGAGEMENT: [ofPromotableUser],
};

/** Throws a Refusal if a new criterion breaks a rule of its type. */
export const requireTarget = (targeting: Targeting, scope: Scope): void => {
  const { after } = targeting;
  requireEntry(after['targeting_type'], targetOf(after), scope);
  for (const rule of rulesOfTypes[typeOf(after)] ?? []) rule(targeting, scope);
};
