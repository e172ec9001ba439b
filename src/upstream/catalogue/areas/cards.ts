import { collection, get, group } from '../language/endpoint.ts';
import { type EntityByColumn, entity, oneOf, rowsOf } from '../language/entity.ts';
import { namedSorting, nameQuery, standardList, withDeleted } from '../language/lists.ts';
import { choices, flag, id, ids, listOf, required, text } from '../language/params.ts';
import { atLeastOne, exclusive } from '../language/rules.ts';
import { cardColumns, imageColumns, videoColumns } from './card-columns.ts';
import { cardComponent, components, slides } from './card-components.ts';
import { imageConversationCard } from './image-conversation-cards.ts';
import { pollCard } from './poll-cards.ts';
import { videoConversationCard } from './video-conversation-cards.ts';

const cardType = choices(
  'CardType',
  'The kinds of cards made of components. The name says which media they show, one or several, and whether they lead to an app or a website: `card_type` of the REST API',
  {
    IMAGE_APP: 'An image that leads to an app',
    IMAGE_CAROUSEL_APP: 'Images side by side that lead to an app',
    IMAGE_CAROUSEL_WEBSITE: 'Images side by side that lead to a website',
    IMAGE_MULTI_DEST_CAROUSEL_WEBSITE: 'Images side by side that lead to a website each',
    IMAGE_WEBSITE: 'An image that leads to a website',
    MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE:
      'Images and videos side by side that lead to a website each',
    MIXED_MEDIA_SINGLE_DEST_CAROUSEL_APP:
      'Images and videos side by side that lead to the same app',
    MIXED_MEDIA_SINGLE_DEST_CAROUSEL_WEBSITE:
      'Images and videos side by side that lead to the same website',
    VIDEO_APP: 'A video that leads to an app',
    VIDEO_CAROUSEL_APP: 'Videos side by side that lead to an app',
    VIDEO_CAROUSEL_WEBSITE: 'Videos side by side that lead to a website',
    VIDEO_MULTI_DEST_CAROUSEL_WEBSITE: 'Videos side by side that lead to a website each',
    VIDEO_WEBSITE: 'A video that leads to a website',
  },
);

const slideComponents = listOf(cardComponent, 'Parts');

export const card = entity(
  'Card',
  'A card made of components: media with a title that leads to a website or a button that leads to an app.',
  {
    ...cardColumns,
    components: listOf(
      cardComponent,
      'Its parts from top to bottom; null for a card with several destinations, whose parts are in `slides`',
    ),
    image: text('URL of its image, for a card with one; the components have it too'),
    slides: listOf(
      slideComponents,
      'The slides of a card with several destinations, in their order, each with its parts; null for any other card',
    ),
  },
);

export const legacyCard = entity(
  'LegacyCard',
  'A card of an older type, which has its own endpoint in the REST API. Numbers are text, as the API sends them.',
  {
    ...cardColumns,
    card_type: text('Kind of card, such as IMAGE_APP_DOWNLOAD; the API may add values'),
    title: text('Title'),
    country_code: text('Country in whose stores the app is sold, as ISO 3166-1 alpha-2'),
    app_cta: text('Label of its button, such as INSTALL; the API may add values'),
    googleplay_app_id: id('Package name of the Android app'),
    googleplay_deep_link: text('Deep link into the Android app'),
    iphone_app_id: id('Store number of the iPhone app'),
    iphone_deep_link: text('Deep link into the iPhone app'),
    ipad_app_id: id('Store number of the iPad app'),
    ipad_deep_link: text('Deep link into the iPad app'),
    first_cta: text('Label of its button, or the first hashtag that a person can click'),
    website_title: text('Title of the website'),
    website_url: text('URL that it links to'),
    website_display_url: text('URL of the website as it is displayed'),
    website_dest_url: text('URL of the website as it was given'),
    website_shortened_url: text('URL of the website, shortened'),
    wide_app_image: text('URL of its image, for app cards'),
    media_key: id('Its media'),
    media_url: text('URL of its media'),
    poster_media_url: text('URL of the preview image of its video'),
    ...imageColumns,
    ...videoColumns,
    video_owner_id: id('The user who owns the video'),
    video_content_id: id('The video'),
    first_cta_welcome_message_id: id('The message that a click starts'),
    recipient_user_id: id('The recipient of the message that a click starts'),
  },
);

/** The entity of a row, in answers that mix all kinds of cards. */
const kinds: readonly EntityByColumn[] = [
  { of: card, column: 'components' },
  { of: card, column: 'slides' },
  { of: pollCard, column: 'first_choice' },
  { of: imageConversationCard, column: 'card_type', like: '^IMAGE_CONVERSATION$' },
  { of: videoConversationCard, column: 'card_type', like: '^VIDEO_CONVERSATION$' },
  // Ids of cards with components consist of digits.
  { of: legacyCard, column: 'id', like: '[a-z]' },
];

const name = text('Name of the card', { min: 1, max: 80 });
const cardUri = text('Card URI', { format: 'cardUri' });
const cardUris = (doc: string) => listOf(cardUri, doc, { min: 1, max: 200, matches: 'card_uri' });

const ofCard = collection('accounts/{account_id}/cards/{card_id}', card);

export const cards = group({
  listCards: ofCard.list({
    doc: 'The cards of an account that are made of components',
    params: {
      card_types: listOf(cardType.any('Kind'), 'Only cards of these kinds', {
        min: 1,
        matches: 'card_type',
      }),
      card_id: ids('Only these cards', { matches: 'id', as: 'any_card_id' }),
      card_uris: cardUris('Only the cards with these URIs, each of the form card://<id>'),
      ...nameQuery('Only cards whose name begins with this, ignoring case', 80),
      include_legacy_cards: flag(
        'Include cards of all other types. They appear here, and at `node`, as a Card without components and slides; `anyCard` with the same id shows their own type and fields',
        { default: false },
      ),
      ...standardList({ max: 200, defaultCount: 100, sorts: namedSorting }),
    },
    quirks: { byIds: { include_legacy_cards: true } },
  }),
  getCard: ofCard.item({
    doc: 'One card made of components (with an id of digits only; use `anyCard` for other types of cards)',
    params: withDeleted,
  }),
  createCard: ofCard.create({
    doc: 'Creates a card from components or from slides; its kind follows from them',
    params: { name: required(name), components, slides },
    rules: [exclusive('components', 'slides'), atLeastOne('components', 'slides')],
    body: 'json',
  }),
  updateCard: ofCard.update({
    doc: 'Changes a card; parameters that are left out keep their values, and new components or slides replace all old ones',
    params: { name, components, slides },
    rules: [exclusive('components', 'slides')],
    body: 'json',
  }),
  deleteCard: ofCard.delete({
    doc: 'Deletes a card; the row can still be read with `withDeleted`',
  }),
  listCardsByUri: get('accounts/{account_id}/cards/all', {
    doc: 'Cards of every kind by their URIs',
    params: {
      card_uris: required(cardUris('URIs of cards, each of the form card://<id>')),
      ...withDeleted,
    },
    returns: rowsOf(legacyCard, { kinds }),
  }),
  getAnyCard: get('accounts/{account_id}/cards/all/{card_id}', {
    doc: 'One card of any kind',
    params: withDeleted,
    pathIds: { card_id: 'any_card_id' },
    returns: oneOf(legacyCard, { kinds }),
  }),
});
