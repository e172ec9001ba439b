import { collection, del, group } from '../language/endpoint.ts';
import { entity, goneRow, oneOf } from '../language/entity.ts';
import { namedSorting, nameQuery, standardList, withDeleted } from '../language/lists.ts';
import { id, ids, int, required, text, time } from '../language/params.ts';
import { requires } from '../language/rules.ts';
import { cardColumns, imageColumns, videoColumns } from './card-columns.ts';

export const pollCard = entity(
  'PollCard',
  'A card that asks a question with two to four answers.',
  {
    ...cardColumns,
    ...goneRow,
    card_type: text('TEXT_POLLS, IMAGE_POLLS or VIDEO_POLLS; the API may add values'),
    first_choice: text('First answer'),
    second_choice: text('Second answer'),
    third_choice: text('Third answer; null if there are two'),
    fourth_choice: text('Fourth answer; null if there are fewer'),
    duration_in_minutes: text('Duration of the poll in minutes, as text'),
    start_time: time('When the poll started, which is when it was created'),
    end_time: time('When the poll ends; no votes are accepted afterwards'),
    media_url: text('URL of its image or video'),
    poster_media_url: text('URL of the preview image of its video'),
    ...imageColumns,
    ...videoColumns,
  },
  { goneWhenDeleted: true },
);

/** The columns of a poll card in the answer to its deletion. */
const lasting = ['id', 'name', 'card_type', 'start_time', 'created_at', 'updated_at', 'deleted'];
const omits = Object.keys(pollCard.columns).filter((column) => !lasting.includes(column));

// The API uses the name card_id for the ids of all kinds of cards.
const pathIds = { card_id: 'poll_card_id' } as const;
const choice = (doc: string) => text(doc, { min: 1, max: 25 });

const ofPollCard = collection('accounts/{account_id}/cards/poll/{card_id}', pollCard);

export const pollCards = group({
  listPollCards: ofPollCard.list({
    doc: 'The poll cards of an account',
    params: {
      card_ids: ids('Only these poll cards', { matches: 'id', as: 'poll_card_id' }),
      ...nameQuery('Only poll cards whose name begins with this, ignoring case', 80),
      ...standardList({ sorts: namedSorting }),
    },
  }),
  getPollCard: ofPollCard.item({
    doc: 'One poll card',
    params: withDeleted,
    pathIds,
  }),
  createPollCard: ofPollCard.create({
    doc: 'Creates a poll card; its duration starts now, not when it is posted, and it cannot be changed later',
    params: {
      name: required(text('Name of the card', { min: 1, max: 80 })),
      duration_in_minutes: required(
        int('Duration of the poll in minutes', { min: 5, max: 10_080 }),
      ),
      first_choice: required(choice('First answer')),
      second_choice: required(choice('Second answer')),
      third_choice: choice('Third answer'),
      fourth_choice: choice('Fourth answer; needs a third'),
      media_key: id(
        'An image (at least 800 pixels wide, 1.91:1) or a video of the media library; the account needs the feature PROMOTED_MEDIA_POLLS. Responses have its URL instead of the key',
      ),
    },
    rules: [
      requires('third_choice', 'first_choice', 'second_choice'),
      requires('fourth_choice', 'first_choice', 'second_choice', 'third_choice'),
    ],
  }),
  deletePollCard: del('accounts/{account_id}/cards/poll/{card_id}', {
    doc: 'Deletes a poll card for good: it cannot be read again, not even with `withDeleted`, and the response has only its id, name, kind, start, dates and `deleted`',
    pathIds,
    returns: oneOf(pollCard, { omits }),
  }),
});
