import { travel } from '../support/accounts.ts';
import { written } from './keyed-writes.ts';

/**
 * Media and cards of the story have a prefix for their kind, the advertiser's number, and a number
 * of their own.
 */
const first = (kind: string) => `${kind}10400000000000011`;
const video = `13_${first('13')}`;
const card = first('18');

/** One document for each endpoint of cards, media and call-to-actions, against the seeded data. */
export const cases = {
  listAccountMedia: {
    document: `{ account(id: "${travel}") { accountMedia(creativeTypes: [PREROLL]) { nodes { restId creativeType } } } }`,
  },
  getAccountMedia: {
    document: `{ account(id: "${travel}") { accountMediaItem(id: "arv4l000") { creativeType videoId } } }`,
  },
  deleteAccountMedia: written('deleteAccountMedia', 'accountMedia { deleted }'),
  listMediaLibrary: {
    document: `{ account(id: "${travel}") { mediaLibrary(mediaType: VIDEO, first: 3) { nodes { mediaKey mediaType } } } }`,
  },
  getMediaLibraryItem: {
    document: `{ account(id: "${travel}") { mediaLibraryItem(id: "${video}") { mediaUrl mediaCategory } } }`,
  },
  addMediaLibraryItem: written('addMediaLibraryItem', 'mediaLibraryItem { title }'),
  updateMediaLibraryItem: written('updateMediaLibraryItem', 'mediaLibraryItem { title }'),
  deleteMediaLibraryItem: written(
    'deleteMediaLibraryItem',
    'mediaLibraryItem { mediaKey deleted }',
  ),
  listCards: {
    document: `{ account(id: "${travel}") { cards(first: 3) { nodes { restId cardType components { __typename } } } } }`,
  },
  getCard: {
    document: `{ account(id: "${travel}") { card(id: "${card}") { name cardType cardUri } } }`,
  },
  createCard: written('createCard', 'card { restId cardType }'),
  updateCard: written('updateCard', 'card { name }'),
  deleteCard: written('deleteCard', 'card { deleted }'),
  listCardsByUri: {
    document: `{ account(id: "${travel}") { cardsByUri(cardUris: ["card://${card}"]) { ... on Card { name } } } }`,
  },
  getAnyCard: {
    document: `{ account(id: "${travel}") { anyCard(id: "krv4l001") { ... on LegacyCard { name videoWidth } } } }`,
  },
  listPollCards: {
    document: `{ account(id: "${travel}") { pollCards { nodes { firstChoice endTime } } } }`,
  },
  getPollCard: {
    document: `{ account(id: "${travel}") { pollCard(id: "qrv4l000") { firstChoice cardType } } }`,
  },
  createPollCard: written('createPollCard', 'pollCard { endTime }'),
  deletePollCard: written('deletePollCard', 'pollCard { deleted }'),
  listImageConversationCards: {
    document: `{ account(id: "${travel}") { imageConversationCards { nodes { firstCta firstCtaTweet } } } }`,
  },
  getImageConversationCard: {
    document: `{ account(id: "${travel}") { imageConversationCard(id: "irv4l000") { name title } } }`,
  },
  createImageConversationCard: written(
    'createImageConversationCard',
    'imageConversationCard { cardUri cardType }',
  ),
  updateImageConversationCard: written(
    'updateImageConversationCard',
    'imageConversationCard { title }',
  ),
  deleteImageConversationCard: written(
    'deleteImageConversationCard',
    'imageConversationCard { deleted }',
  ),
  listVideoConversationCards: {
    document: `{ account(id: "${travel}") { videoConversationCards { nodes { firstCta videoWidth } } } }`,
  },
  getVideoConversationCard: {
    document: `{ account(id: "${travel}") { videoConversationCard(id: "vrv4l000") { name title } } }`,
  },
  createVideoConversationCard: written(
    'createVideoConversationCard',
    'videoConversationCard { restId cardUri }',
  ),
  updateVideoConversationCard: written(
    'updateVideoConversationCard',
    'videoConversationCard { title }',
  ),
  deleteVideoConversationCard: written(
    'deleteVideoConversationCard',
    'videoConversationCard { deleted }',
  ),
  listPrerollCallToActions: {
    document: `{ account(id: "${travel}") { prerollCallToActions { nodes { callToAction callToActionUrl } } } }`,
  },
  getPrerollCallToAction: {
    document: `{ account(id: "${travel}") { prerollCallToAction(id: "yrv4l000") { callToAction } } }`,
  },
  createPrerollCallToAction: written('createPrerollCallToAction', 'prerollCallToAction { restId }'),
  updatePrerollCallToAction: written(
    'updatePrerollCallToAction',
    'prerollCallToAction { callToAction }',
  ),
  deletePrerollCallToAction: written(
    'deletePrerollCallToAction',
    'prerollCallToAction { deleted }',
  ),
} as const;
