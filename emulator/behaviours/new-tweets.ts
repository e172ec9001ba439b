import { requireRow, responseWith } from '../read.ts';
import { refusal } from '../refusal.ts';
import type { EntityRules, Handler, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { createRow, updateRow } from '../write.ts';
import { checkComposed, composedOf } from './draft-tweets.ts';
import { rulesOfPosts } from './tweets.ts';

const creating = (made: WrittenRow, scope: Scope): void => {
  const { after, given } = made;
  const composed = { ...after, text: after['full_text'], media_keys: given['media_keys'] ?? [] };
  checkComposed({ ...made, after: composed }, scope);
  if (after['nullcast'] === true || given['as_user_id'] === scope.user?.userId) return;
  const message = 'Posts of the timeline are for the user who signed';
  throw refusal(403, 'ACTION_NOT_ALLOWED', message, { parameter: 'nullcast' });
};

/** Marks media of a post as used. */
const useMedia = ({ given }: WrittenRow, { store, accountId }: Scope): void => {
  for (const key of (given['media_keys'] ?? []) as readonly string[]) {
    const medium = store.find('MediaLibraryItem', accountId, key);
    if (medium !== undefined) {
      store.insert('MediaLibraryItem', accountId, { ...medium, tweeted: true });
    }
  }
};

const rulesOfNew: EntityRules = {
  defaults: (given) => ({ is_own: true, user_id: given['as_user_id'], nullcast: true }),
  creating,
  derive: (change, scope) => ({
    ...change.after,
    card_uri: composedOf(change, scope)['card_uri'],
    media_keys: change.given['media_keys'] ?? change.after['media_keys'] ?? [],
  }),
  afterwards: useMedia,
};

const writing = (scope: Scope): Scope => ({
  ...scope,
  input: { ...scope.input, tweet_type: 'PUBLISHED' },
  rules: { ...scope.rules, Tweet: { ...rulesOfPosts, ...rulesOfNew } },
});

/** Publishes a post. The response has its text in `text`, unless the extended text is requested. */
const createTweet: Handler = (given) => {
  const scope = writing(given);
  const { store, endpoint, input } = scope;
  const written = { fields: endpoint.params, given: input };
  const row = store.atomically(() => createRow(scope, written));
  const response = responseWith(scope, 201, row);
  if (input['tweet_mode'] === 'EXTENDED') {
    return { ...response, omits: response.omits.filter((column) => column !== 'full_text') };
  }
  const data = { ...(response.envelope.data as StoredRow), text: row['full_text'] ?? '' };
  return { ...response, envelope: { ...response.envelope, data } };
};

const renameTweet: Handler = (given) => {
  const scope = writing(given);
  const { store, endpoint, input } = scope;
  const before = requireRow(scope, { entity: 'Tweet', parameter: 'tweet_id' }, input['tweet_id']);
  const written = { fields: endpoint.params, given: input };
  return responseWith(
    scope,
    200,
    store.atomically(() => updateRow(scope, before, written)),
  );
};

export const handlers: Readonly<Record<string, Handler>> = { createTweet, renameTweet };
