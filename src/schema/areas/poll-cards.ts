import { pollCard, pollCards } from '../../upstream/catalogue/areas/poll-cards.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(pollCard, 'poll_card_id');

accountFields({ pollCards: pollCards.listPollCards, pollCard: pollCards.getPollCard });

mutations(pollCards);
