import {
  imageConversationCard,
  imageConversationCards,
} from '../upstream/catalogue/image-conversation-cards.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkToAccount, listOfAccount } from './fields.ts';

/** The object type of an image conversation card. */
export const ImageConversationCard = entityType(
  imageConversationCard,
  'image_conversation_card_id',
);

const { listImageConversationCards, getImageConversationCard } = imageConversationCards;

builder.objectFields(Account, (t) => ({
  imageConversationCards: t.field(listOfAccount(listImageConversationCards, ImageConversationCard)),
  imageConversationCard: t.field(
    item(getImageConversationCard, imageConversationCard, ImageConversationCard),
  ),
}));

builder.objectFields(ImageConversationCard, (t) => ({ account: t.field(linkToAccount(Account)) }));
