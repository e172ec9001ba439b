import { collection, group, post } from '../language/endpoint.ts';
import { dated, entity, goneRow, oneOf } from '../language/entity.ts';
import { paged } from '../language/lists.ts';
import { flag, id, ids, listOf, required, text } from '../language/params.ts';
import { atLeastOne } from '../language/rules.ts';
import { shownAs } from '../language/storage.ts';

/** The content of a post that is not published yet. */
export const composed = {
  name: text('Name of the post; null if none was set'),
  text: text('Text of the post; may be empty if it has media'),
  user_id: id('The user in whose name it will be published'),
  nullcast: flag(
    'Whether it is promoted-only, which means never shown in the timeline of its author',
  ),
  card_uri: text('The card attached to it; null for none', { format: 'cardUri' }),
  media_keys: listOf(id('Media key'), 'The media attached to it, as keys of the media library'),
  media_ids: listOf(
    id('Media id'),
    'The media of `mediaKeys` by their ids: a media key without the number before its underscore',
  ),
  ...goneRow,
} as const;

const attachments = {
  card_uri: text('The card to attach', { format: 'cardUri', clears: true }),
  media_keys: ids(
    'Keys of media in the media library of the account: images, or one animated GIF, or one video',
    { max: 4, clears: true },
  ),
} as const;

const words = text('Text of the post; may only be empty with media');
const name = text('Name of the post', { max: 80 });
const nullcast = 'Make the post promoted-only: it is never shown in the timeline of its author';

/** The parameters of a new post. */
export const composing = {
  params: {
    as_user_id: required(shownAs('user_id', id('The user in whose name the post is made'))),
    text: words,
    ...attachments,
    nullcast: flag(nullcast, { default: true }),
    name,
  },
  rules: [atLeastOne('text', 'media_keys')],
} as const;

/** The parameters of an update of such a post. Clearing a card or media removes it. */
export const recomposing = {
  text: text('Text of the post'),
  ...attachments,
  nullcast: flag(nullcast),
  name,
} as const;

/** The parameters of lists of such posts. */
export const composedList = {
  user_id: id('Only posts of this user; the promotable user of type FULL by default', {
    matches: 'user_id',
  }),
  ...paged({ max: 200, defaultCount: 100 }),
} as const;

export const draftTweet = entity(
  'DraftTweet',
  'A post that is neither published nor scheduled.',
  {
    ...dated,
    ...composed,
    status: text('DELETED in the response to its deletion, else null'),
  },
  { goneWhenDeleted: true },
);

/** The answer to a request for a preview on devices. */
const draftTweetMessage = entity(
  'DraftTweetMessage',
  'The message of the API about a preview.',
  { message: text('The message of the API') },
  { key: null },
);

const ofDraftTweet = collection('accounts/{account_id}/draft_tweets/{draft_tweet_id}', draftTweet);

export const draftTweets = group({
  listDraftTweets: ofDraftTweet.list({
    doc: 'The draft posts of one user of an account',
    params: composedList,
  }),
  getDraftTweet: ofDraftTweet.item({ doc: 'One draft post' }),
  createDraftTweet: ofDraftTweet.create({ doc: 'Creates a draft post', ...composing }),
  updateDraftTweet: ofDraftTweet.update({
    doc: 'Changes a draft post; parameters that are left out keep their values',
    params: recomposing,
  }),
  deleteDraftTweet: ofDraftTweet.delete({ doc: 'Deletes a draft post for good' }),
  previewDraftTweet: post('accounts/{account_id}/draft_tweets/preview/{draft_tweet_id}', {
    doc: 'Sends a preview of a draft post to all devices on which the viewer is signed in to an official app; other people do not see it',
    written: 'object',
    returns: oneOf(draftTweetMessage),
  }),
});
