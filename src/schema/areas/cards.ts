import { itemUnder } from '../../resolvers/reads/item.ts';
import { ofAccount } from '../../resolvers/reads/page.ts';
import { rows } from '../../resolvers/reads/value.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { card, cards, legacyCard } from '../../upstream/catalogue/areas/cards.ts';
import { imageConversationCard } from '../../upstream/catalogue/areas/image-conversation-cards.ts';
import { pollCard } from '../../upstream/catalogue/areas/poll-cards.ts';
import { videoConversationCard } from '../../upstream/catalogue/areas/video-conversation-cards.ts';
import { type Row, SOURCE } from '../../upstream/client/row.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { fieldsOf, itemArgs } from '../fields/args.ts';
import { builder } from '../fields/builder.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { loadedBy } from '../fields/loaded.ts';
import { entityRef } from '../fields/refs.ts';
import { restOf } from '../fields/rest.ts';

entityType(card, 'listed_card_id');
entityType(legacyCard);

/** The union of a card of any kind. */
export const AnyCard = builder.unionType('AnyCard', {
  description: 'A card of any kind. `cardUri` is what a post gives to show it.',
  types: [card, pollCard, imageConversationCard, videoConversationCard, legacyCard].map(entityRef),
  resolveType: (row) => (row as Row)[SOURCE].entity.name,
});

const { listCardsByUri, getAnyCard } = cards;

accountFields({ cards: cards.listCards, card: cards.getCard });

addFields(account, {
  cardsByUri: {
    type: [AnyCard],
    args: builder.args((a) => fieldsOf(a, listCardsByUri.params)),
    description: `${listCardsByUri.doc}; those that the API does not know are left out. ${restOf(listCardsByUri)}`,
    ...loadedBy(listCardsByUri, rows(listCardsByUri, ofAccount), {
      asks: listCardsByUri.name,
      parentsPerCall: 200,
      by: 'account',
      objects: { perItemOf: 'cardUris' },
    }),
  },
  anyCard: {
    type: AnyCard,
    args: itemArgs(getAnyCard),
    description: `${getAnyCard.doc}; null if there is none. ${restOf(getAnyCard)}`,
    ...loadedBy(getAnyCard, itemUnder(getAnyCard, ofAccount), {
      asks: getAnyCard.name,
      parentsPerCall: 1,
      by: 'account',
      objects: 'one',
    }),
  },
});

mutations(cards);
