import { anyOne } from '../resolvers/cards.ts';
import { ofAccount } from '../resolvers/page.ts';
import { rows } from '../resolvers/value.ts';
import { card, cards, legacyCard } from '../upstream/catalogue/cards.ts';
import type { Row } from '../upstream/row.ts';
import { ORIGIN } from '../upstream/row.ts';
import { Account } from './accounts.ts';
import { fieldsOf, itemArgs } from './args.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkToAccount, listOfAccount } from './fields.ts';
import { ImageConversationCard } from './image-conversation-cards.ts';
import { loaded } from './loaded.ts';
import { mutation } from './mutations.ts';
import { PollCard } from './poll-cards.ts';
import { restOf } from './rest.ts';
import { VideoConversationCard } from './video-conversation-cards.ts';

/** The object type of a card. */
export const Card = entityType(card, 'card_id');
export const LegacyCard = entityType(legacyCard);

/** The union of a card of any kind. */
export const AnyCard = builder.unionType('AnyCard', {
  description: 'A card of any kind. `cardUri` is what a post gives to show it.',
  types: [Card, PollCard, ImageConversationCard, VideoConversationCard, LegacyCard],
  resolveType: (row) => (row as Row)[ORIGIN].entity.name,
});

const { listCardsByUri, getAnyCard } = cards;

builder.objectFields(Account, (t) => ({
  cards: t.field(listOfAccount(cards.listCards, Card)),
  card: t.field(item(cards.getCard, card, Card)),
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

builder.objectFields(Card, (t) => ({ account: t.field(linkToAccount(Account)) }));
builder.objectFields(LegacyCard, (t) => ({ account: t.field(linkToAccount(Account)) }));

mutation(cards.createCard, card, Card);
mutation(cards.updateCard, card, Card);
mutation(cards.deleteCard, card, Card);
