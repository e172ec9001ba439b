import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { pollCard, pollCards } from '../../upstream/catalogue/areas/poll-cards.ts';
import { entityType } from '../fields/entities.ts';
import { item, listOfAccount } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(pollCard, 'poll_card_id');

addFields(account, (t) => ({
  pollCards: t.field(listOfAccount(pollCards.listPollCards)),
  pollCard: t.field(item(pollCards.getPollCard)),
}));

mutation(pollCards.createPollCard);
mutation(pollCards.deletePollCard);
