import { pollCard, pollCards } from '../../upstream/catalogue/areas/poll-cards.ts';
import { entityType } from '../fields/entities.ts';
import { accountFields } from '../fields/reads.ts';
import { mutations } from '../fields/writes.ts';

entityType(pollCard, 'poll_card_id');

accountFields({ pollCards: pollCards.listPollCards, pollCard: pollCards.getPollCard });

mutations(pollCards);
