import { requireRow } from '../read.ts';
import { invalid } from '../refusal.ts';
import type { EntityRules, Handler, Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';

export const rules: Readonly<Record<string, EntityRules>> = {
  PromotedTweet: {
    // A deleted line item hides its promoted posts, although their own `deleted` stays false.
    hides: (row, { store, accountId }) =>
      store.find('LineItem', accountId, String(row['line_item_id']))?.['deleted'] === true,
  },
};

/**
 * The id under which a post is promoted: a post of another user becomes a hidden repost with its
 * own id.
 */
const promotableId = (post: StoredRow, scope: Scope): string => {
  if (post['is_own'] !== false) return String(post['id']);
  const where = { entity: 'Tweet', accountId: scope.accountId, column: 'repost_of' };
  const [known] = scope.store.by(where, post['id']);
  const repost = known ?? { ...post, id: repostId(post), is_own: true, repost_of: post['id'] };
  if (known === undefined) scope.store.insert('Tweet', scope.accountId, repost);
  return String(repost['id']);
};

const repostId = (post: StoredRow): string => String(BigInt(String(post['id'])) + 7n);

const promote = (lineItemId: string, postId: string, scope: Scope): StoredRow => {
  const { store, accountId, time, newId } = scope;
  const where = { entity: 'PromotedTweet', accountId, column: 'line_item_id' };
  const known = [...store.by(where, lineItemId)].find((row) => row['tweet_id'] === postId);
  // A post that is promoted again keeps its row and its `created_at`.
  if (known?.['deleted'] === false) return known;
  const created = { id: newId('PromotedTweet'), created_at: time() };
  return store.insert('PromotedTweet', accountId, {
    ...(known ?? created),
    updated_at: time(),
    deleted: false,
    line_item_id: lineItemId,
    tweet_id: postId,
    entity_status: 'ACTIVE',
    approval_status: 'ACCEPTED',
  });
};

// For this product type, promoting a post adds the timeline to the placements.
const addTimeline = (lineItem: StoredRow, { store, accountId }: Scope): void => {
  const placements = lineItem['placements'];
  const placement = 'TWITTER_TIMELINE';
  if (lineItem['product_type'] !== 'PROMOTED_ACCOUNT' || !Array.isArray(placements)) return;
  if (placements.includes(placement)) return;
  store.insert('LineItem', accountId, { ...lineItem, placements: [...placements, placement] });
};

const createPromotedTweets: Handler = (scope) => {
  const { input, store, accountId, endpoint } = scope;
  const parameter = 'line_item_id';
  const lineItem = requireRow(scope, { entity: 'LineItem', parameter }, input[parameter]);
  const requested = new Set((input['tweet_ids'] as readonly unknown[]).map(String));
  const posts = [...requested].map((postId) => {
    const post = store.find('Tweet', accountId, postId);
    if (post === undefined) throw invalid('tweet_ids', `There is no post ${postId}`, postId);
    return post;
  });
  const rows = store.atomically(() =>
    posts.map((post) => promote(String(lineItem['id']), promotableId(post, scope), scope)),
  );
  addTimeline(lineItem, scope);
  return {
    status: 201,
    envelope: { request: { params: scope.echo }, total_count: rows.length, data: rows },
    omits: endpoint.returns.omits,
  };
};

export const handlers: Readonly<Record<string, Handler>> = { createPromotedTweets };
