import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { withEnvelope } from '../read.ts';
import { missing, notFound, Refusal, refusal } from '../refusal.ts';
import { requireComposer } from '../rights.ts';
import type { ChangedRow, EntityRules, Handler, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { remove } from '../write.ts';
import { cardAt } from './cards.ts';
import { mediaIdOf, requireMedia } from './media-library.ts';
import { isOfListedUser, promotableUsers } from './promotable-users.ts';

const requireMix = (keys: readonly unknown[], scope: Scope): void => {
  const kinds = keys.map((key) => requireMedia(key, 'media_keys', scope)['media_type']);
  if (kinds.length <= 1 || kinds.every((kind) => kind === 'IMAGE')) return;
  const message = 'A post shows up to 4 images, or 1 animated GIF, or 1 video';
  throw refusal(400, 'INVALID_MEDIA', message, { parameter: 'media_keys', value: keys.join() });
};

const requireAuthor = (given: Values, scope: Scope): void => {
  const parameter = 'as_user_id';
  const value = String(given[parameter]);
  if (promotableUsers(scope).some((user) => String(user['user_id']) === value)) return;
  const message = `The user ${value} is not a promotable user of this account`;
  throw refusal(400, 'INVALID_USER_ID', message, { parameter, value });
};

/** The URI of the card to attach, as the card has it; undefined if none is given. */
const cardOf = (given: Values, scope: Scope): unknown => {
  const uri = given['card_uri'];
  return typeof uri === 'string' ? cardAt(uri, 'card_uri', scope)['card_uri'] : undefined;
};

/** Checks the content of an unpublished post, and that its author is a promotable user. */
export const checkComposed = (made: WrittenRow, scope: Scope): void => {
  if (made.after['nullcast'] === true) requireComposer(scope.permissions);
  requireAuthor(made.given, scope);
  requireContent(made, scope);
};

/** Checks a change of such a post. Making it promoted-only needs the permission for that. */
export const checkRecomposed = (change: ChangedRow, scope: Scope): void => {
  const { before, after } = change;
  if (after['nullcast'] === true && before['nullcast'] !== true) {
    requireComposer(scope.permissions);
  }
  requireContent(change, scope);
};

// A post needs text or media, its media must be in the library and of one kind, and its card must
// belong to the account.
const requireContent = ({ after, given }: WrittenRow, scope: Scope): void => {
  const keys = after['media_keys'] as readonly unknown[];
  cardOf(given, scope);
  if (given['media_keys'] !== undefined) requireMix(keys, scope);
  if (keys.length === 0 && (after['text'] ?? '') === '') throw missing('text');
};

/** True if a post can be published now: its media and its card still exist. */
export const isPublishable = (row: StoredRow, scope: Scope): boolean => {
  try {
    requireMix(row['media_keys'] as readonly unknown[], scope);
    cardOf(row, scope);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
};

/** A post as responses show it: with the ids of its media in addition to their keys. */
export const withMediaIds = (row: StoredRow): StoredRow => ({
  ...row,
  media_ids: (row['media_keys'] as readonly unknown[]).map(mediaIdOf),
});

/** Columns of such a post that are computed from the request. */
export const composedOf = ({ after, given }: WrittenRow, scope: Scope): Values => ({
  text: after['text'] ?? '',
  card_uri: cardOf(given, scope) ?? after['card_uri'],
});

/** True if a list shows the post: it has the posts of one user. A post by id is always shown. */
export const admitsComposed = (row: StoredRow, scope: Scope): boolean =>
  scope.endpoint.returns.as !== 'page' || isOfListedUser(row['user_id'], scope);

export const rules: Readonly<Record<string, EntityRules>> = {
  DraftTweet: {
    admits: admitsComposed,
    creating: checkComposed,
    changing: checkRecomposed,
    shows: withMediaIds,
    // Only the response to a deletion has this column.
    derive: (change, scope) => ({ ...composedOf(change, scope), status: undefined }),
  },
};

/** Deletes a post. The response shows its last state, with DELETED in `column`. */
export const deleteAs = (column: string): Handler =>
  withEnvelope(remove, (envelope) => ({
    ...envelope,
    data: { ...(envelope.data as StoredRow), [column]: 'DELETED' },
  }));

const previewDraftTweet: Handler = (scope) => {
  const id = String(scope.input['draft_tweet_id']);
  const draft = scope.store.find('DraftTweet', scope.accountId, id);
  if (draft === undefined) throw notFound('DraftTweet', 'draft_tweet_id', id);
  const message = `A preview of ${id} was sent to the devices of ${scope.user?.screenName}.`;
  return { status: 200, envelope: { message }, omits: [] };
};

export const handlers: Readonly<Record<string, Handler>> = {
  deleteDraftTweet: deleteAs('status'),
  previewDraftTweet,
};
