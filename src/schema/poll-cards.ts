import { pollCard, pollCards } from '../upstream/catalogue/poll-cards.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkToAccount, listOfAccount } from './fields.ts';
import { mutation } from './mutations.ts';

/** The object type of a poll card. */
export const PollCard = entityType(pollCard, 'poll_card_id');

builder.objectFields(Account, (t) => ({
  pollCards: t.field(listOfAccount(pollCards.listPollCards, PollCard)),
  pollCard: t.field(item(pollCards.getPollCard, pollCard, PollCard)),
}));

builder.objectFields(PollCard, (t) => ({ account: t.field(linkToAccount(Account)) }));

mutation(pollCards.createPollCard, pollCard, PollCard);
mutation(pollCards.deletePollCard, pollCard, PollCard);
