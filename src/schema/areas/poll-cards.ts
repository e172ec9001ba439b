import { pollCard, pollCards } from '../../upstream/catalogue/areas/poll-cards.ts';
import { areaFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(pollCard, 'poll_card_id');

areaFields(pollCards);
