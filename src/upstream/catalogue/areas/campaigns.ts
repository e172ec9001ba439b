import { batch, collection, group } from '../language/endpoint.ts';
import { batchOf, entity, lifecycle } from '../language/entity.ts';
import { nameQuery, sortings, standardList, withDeleted } from '../language/lists.ts';
import {
  choices,
  flag,
  id,
  ids,
  int,
  listOf,
  micros,
  required,
  text,
  usually,
} from '../language/params.ts';
import { notAbove, onlyWhen } from '../language/rules.ts';
import { emptyWith, filledWith } from '../language/storage.ts';
import { anyOf, nameContains, updatedSince, whereOf } from '../language/where.ts';
import { entityStatus } from './entity-status.ts';
import { fundingInstrument } from './funding-instruments.ts';

const budgetOptimization = choices('BudgetOptimization', 'Where the budget of a campaign is held', {
  CAMPAIGN: 'The campaign holds it',
  LINE_ITEM: 'Each line item holds its own',
});

export const withDraft = {
  with_draft: flag('Include drafts', { default: false, reveals: { entity_status: 'DRAFT' } }),
} as const;

/** The line items of such a campaign hold its budget. */
const byLineItem = ['budget_optimization', 'LINE_ITEM'] as const;

export const campaign = entity(
  'Campaign',
  'A budget, a funding instrument and a delivery state for a set of line items.',
  {
    ...lifecycle,
    name: required(text('Name of the campaign')),
    funding_instrument_id: required(id('The funding instrument that pays')),
    entity_status: required(entityStatus.any('Delivery state set by the advertiser')),
    effective_status: text(
      'Delivery state after all conditions, such as RUNNING; the API may add values',
    ),
    servable: flag('Whether it can serve now; null right after a delete'),
    reasons_not_servable: listOf(
      text('Reason'),
      'Why it cannot serve, such as PAUSED_BY_ADVERTISER; the API may add values',
    ),
    budget_optimization: budgetOptimization.any(
      'Whether the campaign or its line items hold the budget',
    ),
    daily_budget_amount_local_micro: micros('Daily budget: the most to spend in one day'),
    total_budget_amount_local_micro: emptyWith(
      byLineItem,
      micros('Total budget: the most to spend from start to end'),
    ),
    standard_delivery: emptyWith(
      [...byLineItem, true],
      flag('Whether the daily budget is spread over the day; null with LINE_ITEM budgets'),
    ),
    duration_in_days: int('Number of days that frequencyCap applies to'),
    frequency_cap: int('How often one person may see an ad within durationInDays'),
    purchase_order_number: text('Reference printed on invoices'),
    currency: required(text('ISO 4217 code of the currency of its amounts')),
  },
  {
    parent: { param: 'funding_instrument_id', of: fundingInstrument },
    buying: ['standard_delivery'],
  },
);

const changeable = {
  budget_optimization: filledWith(
    'CAMPAIGN',
    budgetOptimization.any(
      'Whether the campaign or its line items hold the budget; CAMPAIGN by default for a new campaign',
    ),
  ),
  daily_budget_amount_local_micro: usually(
    '50.00',
    micros(
      'Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap',
      { clears: true },
    ),
  ),
  purchase_order_number: text('Reference printed on invoices', { max: 50 }),
  standard_delivery: filledWith(
    true,
    flag(
      'Spread the daily budget over the day; true by default for a new campaign. Only with budgetOptimization CAMPAIGN',
    ),
  ),
  total_budget_amount_local_micro: emptyWith(
    byLineItem,
    micros(
      'Total budget: the most to spend from start to end. In a change, null removes this cap',
      { clears: true },
    ),
  ),
} as const;
const name = text('Name', { min: 1, max: 255 });

const creating = {
  params: {
    funding_instrument_id: required(id('The funding instrument that pays')),
    name: required(usually('Spring', name)),
    ...changeable,
    entity_status: usually(
      'PAUSED',
      entityStatus.any('Delivery state; ACTIVE by default', 'ACTIVE'),
    ),
  },
  rules: [
    onlyWhen('standard_delivery', 'budget_optimization', ['CAMPAIGN'], { orAbsent: true }),
    notAbove('daily_budget_amount_local_micro', 'total_budget_amount_local_micro'),
  ],
} as const;

const updating = {
  params: {
    ...changeable,
    entity_status: entityStatus.only('Delivery state', 'ACTIVE', 'PAUSED'),
    name,
  },
  rules: creating.rules,
} as const;

const pathId = { campaign_id: required(id('The campaign')) } as const;

const campaignSorting = sortings('CampaignOrder', {
  name: 'Name of the campaign',
  daily_budget_amount_local_micro: 'Budget of a day',
  total_budget_amount_local_micro: 'Budget of the whole campaign',
  standard_delivery: 'Whether the daily budget is spent evenly',
});

const where = whereOf('CampaignWhere', {
  entity_status: anyOf(
    'entity_status',
    entityStatus.any('Delivery state'),
    'Only campaigns in one of these states. Drafts come only with `withDraft`',
  ),
  effective_status: anyOf(
    'effective_status',
    text('Delivery state after all conditions', { min: 1, max: 100 }),
    'Only campaigns with one of these, such as RUNNING, written as `effectiveStatus` shows it',
  ),
  ...nameContains,
  ...updatedSince,
});

const ofCampaign = collection('accounts/{account_id}/campaigns/{campaign_id}', campaign);

export const campaigns = group({
  listCampaigns: ofCampaign.list({
    doc: 'The campaigns of an account',
    params: {
      campaign_ids: ids('Only these campaigns', { matches: 'id' }),
      funding_instrument_ids: ids('Only campaigns paid by these funding instruments', {
        matches: 'funding_instrument_id',
      }),
      ...nameQuery(
        'Only campaigns whose name matches this text; X does not document how it is matched',
      ),
      ...withDraft,
      ...standardList({ sorts: campaignSorting }),
    },
    where,
  }),
  getCampaign: ofCampaign.item({ doc: 'One campaign', params: withDeleted }),
  createCampaign: ofCampaign.create({ doc: 'Creates a campaign', ...creating }),
  batchCampaigns: batch('batch/accounts/{account_id}/campaigns', {
    doc: 'Creates, updates and deletes up to 40 campaigns; either all of them are applied or none',
    max: 40,
    operations: {
      Create: creating,
      Update: {
        params: { ...pathId, ...updating.params },
        rules: updating.rules,
        target: 'campaign_id',
      },
      Delete: { params: pathId, rules: [], target: 'campaign_id' },
    },
    returns: batchOf(campaign),
  }),
  updateCampaign: ofCampaign.update({
    doc: 'Changes a campaign; parameters that are left out keep their values',
    ...updating,
  }),
  deleteCampaign: ofCampaign.delete({
    doc: 'Deletes a campaign. This cannot be undone; the row can still be read with `withDeleted`, and a second delete is refused',
  }),
});
