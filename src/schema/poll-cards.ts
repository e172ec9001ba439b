import { account } from '../upstream/catalogue/accounts.ts';
import { pollCard, pollCards } from '../upstream/catalogue/poll-cards.ts';
import { entityType } from './entities.ts';
import { item, listOfAccount } from './fields.ts';
import { mutation } from './mutations.ts';
import { addFields } from './refs.ts';

entityType(pollCard, 'poll_card_id');

addFields(account, (t) => ({
  pollCards: t.field(listOfAccount(pollCards.listPollCards)),
  pollCard: t.field(item(pollCards.getPollCard)),
}));

mutation(pollCards.createPollCard);
mutation(pollCards.deletePollCard);
