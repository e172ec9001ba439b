import { anyOne } from '../resolvers/cards.ts';
import { ofAccount } from '../resolvers/page.ts';
import { rows } from '../resolvers/value.ts';
import { account } from '../upstream/catalogue/accounts.ts';
import { card, cards, legacyCard } from '../upstream/catalogue/cards.ts';
import { imageConversationCard } from '../upstream/catalogue/image-conversation-cards.ts';
import { pollCard } from '../upstream/catalogue/poll-cards.ts';
import { videoConversationCard } from '../upstream/catalogue/video-conversation-cards.ts';
import type { Row } from '../upstream/row.ts';
import { ORIGIN } from '../upstream/row.ts';
import { fieldsOf, itemArgs } from './args.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, listOfAccount } from './fields.ts';
import { loaded } from './loaded.ts';
import { mutation } from './mutations.ts';
import { addFields, entityRef } from './refs.ts';
import { restOf } from './rest.ts';

entityType(card, 'card_id');
entityType(legacyCard);

/** The union of a card of any kind. */
export const AnyCard = builder.unionType('AnyCard', {
  description: 'A card of any kind. `cardUri` is what a post gives to show it.',
  types: [card, pollCard, imageConversationCard, videoConversationCard, legacyCard].map(entityRef),
  resolveType: (row) => (row as Row)[ORIGIN].entity.name,
});

const { listCardsByUri, getAnyCard } = cards;

addFields(account, (t) => ({
  cards: t.field(listOfAccount(cards.listCards)),
  card: t.field(item(cards.getCard)),
  cardsByUri: t.field({
    type: [AnyCard],
    args: builder.args((a) => fieldsOf(a, listCardsByUri.params)),
    description: `${listCardsByUri.doc}; those that the API does not know are left out. ${restOf(listCardsByUri)}`,
    ...loaded(rows(listCardsByUri, ofAccount), {
      fromIds: true,
      cost: {
        asks: listCardsByUri.name,
        parentsPerCall: 200,
        by: 'account',
        objects: { perItemOf: 'cardUris' },
      },
    }),
  }),
  anyCard: t.field({
    type: AnyCard,
    args: itemArgs(getAnyCard),
    description: `${getAnyCard.doc}; null where there is none. ${restOf(getAnyCard)}`,
    ...loaded(anyOne(getAnyCard), {
      fromIds: true,
      cost: { asks: getAnyCard.name, parentsPerCall: 1, by: 'account', objects: 'one' },
    }),
  }),
}));

mutation(cards.createCard);
mutation(cards.updateCard);
mutation(cards.deleteCard);
