import { dayMs, iso } from '../../src/upstream/catalogue/language/times.ts';
import type { Rows, StoredRow } from '../store.ts';
import { newestAt } from './campaigns.ts';

const isLive = (row: StoredRow): boolean => row['deleted'] !== true;

const groupedBy = (rows: readonly StoredRow[], column: string): ReadonlyMap<unknown, StoredRow[]> =>
  Map.groupBy(rows, (row) => row[column]);

/**
 * The rows, changed so that every RUNNING campaign delivers something. If a campaign would not, its
 * first line item continues beyond this season, and its first post is accepted.
 */
export const withDelivery = (campaigns: readonly StoredRow[], rows: Rows, now: number): Rows => {
  const { LineItem = [], PromotedTweet = [] } = rows;
  const [linesOf, postsOf] = [
    groupedBy(LineItem, 'campaign_id'),
    groupedBy(PromotedTweet, 'line_item_id'),
  ];
  const running = campaigns.filter((row) => isLive(row) && row['effective_status'] === 'RUNNING');
  const served = new Map<unknown, StoredRow>();
  for (const campaign of running) {
    const lines = linesOf.get(campaign['id']) ?? [];
    const until = iso(newestAt(now) + 120 * dayMs);
    const shows = (line: StoredRow): boolean =>
      isLive(line) &&
      line['entity_status'] === 'ACTIVE' &&
      String(line['end_time']) > until &&
      (postsOf.get(line['id']) ?? []).some(isShown);
    const [first] = lines;
    if (first === undefined || lines.some(shows)) continue;
    const end = String(first['end_time']) > until ? first['end_time'] : until;
    served.set(first['id'], { ...first, deleted: false, entity_status: 'ACTIVE', end_time: end });
    const [post] = postsOf.get(first['id']) ?? [];
    if (post !== undefined) {
      served.set(post['id'], { ...post, deleted: false, approval_status: 'ACCEPTED' });
    }
  }
  const replaced = (all: readonly StoredRow[]) => all.map((row) => served.get(row['id']) ?? row);
  return { ...rows, LineItem: replaced(LineItem), PromotedTweet: replaced(PromotedTweet) };
};

const isShown = (post: StoredRow): boolean =>
  isLive(post) && post['approval_status'] === 'ACCEPTED';
