import { collection, group } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { sortings, standardList, withDeleted } from '../language/lists.ts';
import { choices, flag, ids, listOf, micros, required, text, time } from '../language/params.ts';
import { inOrder } from '../language/rules.ts';
import { entityStatus } from './entity-status.ts';

const fundingInstrumentType = choices(
  'FundingInstrumentType',
  'The kinds of funding: `type` of a funding instrument in the REST API',
  {
    AGENCY_CREDIT_LINE: 'Credit that an agency has',
    CREDIT_CARD: 'A credit card',
    CREDIT_LINE: 'Credit that the advertiser has',
    INSERTION_ORDER: 'An order for a sum and a span of time',
    PARTNER_MANAGED: 'Paid through a partner',
  },
);

export const fundingInstrument = entity(
  'FundingInstrument',
  'The means of payment of campaigns: a card, a credit line or an insertion order.',
  {
    ...lifecycle,
    type: fundingInstrumentType.any('Kind of funding'),
    description: text('Name for people to read, such as "Visa ending in 0000"'),
    entity_status: required(entityStatus.any('Delivery state')),
    currency: required(text('ISO 4217 code of the currency of every amount it funds')),
    start_time: time('When it starts funding'),
    end_time: time('When it stops funding; null for never'),
    credit_limit_local_micro: micros(
      'Credit limit; only for types that have one, such as CREDIT_CARD and CREDIT_LINE',
    ),
    credit_remaining_local_micro: micros(
      'Remaining credit; only for CREDIT_LINE and AGENCY_CREDIT_LINE',
    ),
    funded_amount_local_micro: micros('Funded amount; only for INSERTION_ORDER'),
    io_header: text('Header of the insertion order; several instruments may share one'),
    able_to_fund: flag('Whether it can fund now'),
    reasons_not_able_to_fund: listOf(
      text('Reason'),
      'Why it cannot fund, such as EXPIRED; the API may add values',
    ),
  },
);

const fundingInstrumentSorting = sortings('FundingInstrumentOrder', {
  funded_amount_local_micro: 'Funded amount, in the currency of the instrument',
  start_time: 'When it starts to pay',
  end_time: 'When it stops paying',
});

const ofFundingInstrument = collection(
  'accounts/{account_id}/funding_instruments/{funding_instrument_id}',
  fundingInstrument,
);

export const fundingInstruments = group({
  listFundingInstruments: ofFundingInstrument.list({
    doc: 'The funding instruments of an account',
    params: {
      funding_instrument_ids: ids('Only these funding instruments', { matches: 'id' }),
      ...standardList({ sorts: fundingInstrumentSorting }),
    },
  }),
  getFundingInstrument: ofFundingInstrument.item({
    doc: 'One funding instrument',
    params: withDeleted,
  }),
  createSandboxFundingInstrument: ofFundingInstrument.create({
    doc: 'Creates a funding instrument of a sandbox account',
    host: 'sandbox',
    params: {
      currency: required(
        text('ISO 4217 code of the currency, such as USD', { format: 'currency' }),
      ),
      start_time: required(time('When it starts funding')),
      type: required(fundingInstrumentType.any('Kind of funding')),
      end_time: time('When it stops funding; some kinds require it'),
      credit_limit_local_micro: micros('Credit limit; only for some types'),
      funded_amount_local_micro: micros('Amount funded; only for some types'),
    },
    rules: [inOrder('start_time', 'end_time')],
  }),
  deleteSandboxFundingInstrument: ofFundingInstrument.delete({
    doc: 'Deletes a funding instrument of a sandbox account',
    host: 'sandbox',
  }),
});
