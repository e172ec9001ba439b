import { travel } from '../support/accounts.ts';

/**
 * Media and cards of the story have a prefix for their kind, the advertiser's number, and a number
 * of their own.
 */
const first = (kind: string) => `${kind}10400000000000011`;
const image = `3_${first('12')}`;
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
  deleteAccountMedia: {
    document: `mutation { deleteAccountMedia(input: { accountId: "${travel}", accountMediaId: "arv4l002" }) { outcome accountMedia { deleted } } }`,
  },
  listMediaLibrary: {
    document: `{ account(id: "${travel}") { mediaLibrary(mediaType: VIDEO, first: 3) { nodes { mediaKey mediaType } } } }`,
  },
  getMediaLibraryItem: {
    document: `{ account(id: "${travel}") { mediaLibraryItem(id: "${video}") { mediaUrl mediaCategory } } }`,
  },
  addMediaLibraryItem: {
    document: `mutation { addMediaLibraryItem(input: { accountId: "${travel}", mediaKey: "${video}", title: "Rails" }) { outcome mediaLibraryItem { title } } }`,
  },
  updateMediaLibraryItem: {
    document: `mutation { updateMediaLibraryItem(input: { accountId: "${travel}", mediaKey: "${video}", title: "Six days by rail" }) { outcome mediaLibraryItem { title } } }`,
  },
  deleteMediaLibraryItem: {
    document: `mutation { deleteMediaLibraryItem(input: { accountId: "${travel}", mediaKey: "${image}" }) { outcome mediaLibraryItem { mediaKey deleted } } }`,
  },
  listCards: {
    document: `{ account(id: "${travel}") { cards(first: 3) { nodes { restId cardType components { __typename } } } } }`,
  },
  getCard: {
    document: `{ account(id: "${travel}") { card(id: "${card}") { name cardType cardUri } } }`,
  },
  createCard: {
    document: `mutation ($input: CreateCardInput!) { createCard(input: $input) { outcome card { restId cardType } } }`,
    variables: {
      input: {
        accountId: travel,
        name: 'Highlands',
        components: [
          { media: { mediaKey: image } },
          {
            details: {
              title: 'See the Highlands',
              destination: { website: { url: 'https://thistlethread.example' } },
            },
          },
        ],
      },
    },
  },
  updateCard: {
    document: `mutation { updateCard(input: { accountId: "${travel}", cardId: "${card}", name: "Lowlands" }) { outcome card { name } } }`,
  },
  deleteCard: {
    document: `mutation { deleteCard(input: { accountId: "${travel}", cardId: "${card}" }) { outcome card { deleted } } }`,
  },
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
  createPollCard: {
    document: `mutation { createPollCard(input: { accountId: "${travel}", name: "Seasons", durationInMinutes: 1440, firstChoice: "Summer", secondChoice: "Winter" }) { outcome pollCard { endTime } } }`,
  },
  deletePollCard: {
    document: `mutation { deletePollCard(input: { accountId: "${travel}", cardId: "qrv4l000" }) { outcome pollCard { deleted } } }`,
  },
  listImageConversationCards: {
    document: `{ account(id: "${travel}") { imageConversationCards { nodes { firstCta firstCtaTweet } } } }`,
  },
  getImageConversationCard: {
    document: `{ account(id: "${travel}") { imageConversationCard(id: "irv4l000") { name title } } }`,
  },
  createImageConversationCard: {
    document: `mutation { createImageConversationCard(input: { accountId: "${travel}", name: "Where", title: "Where?", firstCta: "#Sea", firstCtaTweet: "To the sea!", thankYouText: "Soon", mediaKey: "${image}" }) { outcome imageConversationCard { cardUri cardType } } }`,
  },
  updateImageConversationCard: {
    document: `mutation { updateImageConversationCard(input: { accountId: "${travel}", cardId: "irv4l000", title: "Where now?" }) { outcome imageConversationCard { title } } }`,
  },
  deleteImageConversationCard: {
    document: `mutation { deleteImageConversationCard(input: { accountId: "${travel}", cardId: "irv4l000" }) { outcome imageConversationCard { deleted } } }`,
  },
  listVideoConversationCards: {
    document: `{ account(id: "${travel}") { videoConversationCards { nodes { firstCta videoWidth } } } }`,
  },
  getVideoConversationCard: {
    document: `{ account(id: "${travel}") { videoConversationCard(id: "vrv4l000") { name title } } }`,
  },
  createVideoConversationCard: {
    document: `mutation ($input: CreateVideoConversationCardInput!) { createVideoConversationCard(input: $input) { outcome videoConversationCard { restId cardUri } } }`,
    variables: {
      input: {
        accountId: travel,
        name: 'Where next',
        title: 'Where next?',
        firstCta: '#Highlands',
        firstCtaTweet: 'To the Highlands!',
        thankYouText: 'See you there',
        mediaKey: video,
      },
    },
  },
  updateVideoConversationCard: {
    document: `mutation { updateVideoConversationCard(input: { accountId: "${travel}", cardId: "vrv4l000", title: "Where to?" }) { outcome videoConversationCard { title } } }`,
  },
  deleteVideoConversationCard: {
    document: `mutation { deleteVideoConversationCard(input: { accountId: "${travel}", cardId: "vrv4l000" }) { outcome videoConversationCard { deleted } } }`,
  },
  listPrerollCallToActions: {
    document: `{ account(id: "${travel}") { prerollCallToActions { nodes { callToAction callToActionUrl } } } }`,
  },
  getPrerollCallToAction: {
    document: `{ account(id: "${travel}") { prerollCallToAction(id: "yrv4l000") { callToAction } } }`,
  },
  createPrerollCallToAction: {
    document: `mutation { createPrerollCallToAction(input: { accountId: "${travel}", lineItemId: "lrv4l003", callToAction: VISIT_SITE, callToActionUrl: "https://thistlethread.example" }) { outcome prerollCallToAction { restId } } }`,
  },
  updatePrerollCallToAction: {
    document: `mutation { updatePrerollCallToAction(input: { accountId: "${travel}", prerollCallToActionId: "yrv4l000", callToAction: SHOP }) { outcome prerollCallToAction { callToAction } } }`,
  },
  deletePrerollCallToAction: {
    document: `mutation { deletePrerollCallToAction(input: { accountId: "${travel}", prerollCallToActionId: "yrv4l000" }) { outcome prerollCallToAction { deleted } } }`,
  },
} as const;
