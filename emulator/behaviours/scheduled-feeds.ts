import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { readList } from '../list.ts';
import { invalid, refusal } from '../refusal.ts';
import type { Change, EntityRules, Handler, Scope, WrittenRow } from '../scope.ts';
import { create, remove, update } from '../write.ts';
import { inCatalog, rowsIn } from './product-catalogs.ts';

const isZone = (timeZone: unknown): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: String(timeZone) });
    return true;
  } catch {
    return false;
  }
};

const changing = ({ after }: WrittenRow): void => {
  const zone = after['time_zone'];
  if (!isZone(zone)) throw invalid('time_zone', `${zone} is not a time zone`, zone);
};

const creating = (made: WrittenRow, scope: Scope): void => {
  changing(made);
  if (rowsIn(scope, 'ScheduledFeed', made.after['product_catalog_id']).length === 0) return;
  throw refusal(400, 'INVALID', 'A user may have only one scheduled feed');
};

const derive = ({ after }: Change): Values =>
  after['frequency'] === 'DAILY' ? { repeat: null } : {};

export const rules: Readonly<Record<string, EntityRules>> = {
  ScheduledFeed: { creating, changing, derive, shows: ({ deleted: _deleted, ...row }) => row },
};

export const handlers: Readonly<Record<string, Handler>> = {
  listScheduledFeeds: inCatalog(readList),
  createScheduledFeed: inCatalog(create),
  updateScheduledFeed: inCatalog(update),
  deleteScheduledFeed: inCatalog(remove),
};
