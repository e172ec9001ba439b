import { copyCampaign } from '../../resolvers/writes/launch/copy.ts';
import { launchCampaign } from '../../resolvers/writes/launch/launch.ts';
import {
  copyCalls,
  launchCalls,
  listsOfCopy,
  listsOfLaunch,
} from '../../resolvers/writes/launch/launch-cost.ts';
import { creations, overridden } from '../../resolvers/writes/launch/launch-input.ts';
import { children } from '../../resolvers/writes/launch/tree.ts';
import { campaigns } from '../../upstream/catalogue/areas/campaigns.ts';
import { maxLineItems } from '../../upstream/catalogue/areas/line-items.ts';
import { checkedInput, exampleWith, fieldsOf, pathFields } from '../fields/args.ts';
import { builder } from '../fields/builder.ts';
import { LaunchPayload } from '../fields/launch-payload.ts';
import { loaded } from '../fields/loaded.ts';

const key = {
  required: true,
  description:
    'A unique key for this launch: 1 to 255 printable ASCII characters. For about 24 hours, a retry with the same key and the same input resumes the launch where it stopped and creates nothing twice. The same key with a different input is refused with IDEMPOTENCY_KEY_REUSED, unless nothing was created.',
} as const;

const activate = {
  defaultValue: false,
  description:
    'True: line items, then the campaign, become ACTIVE once everything is created. False: all stay PAUSED.',
} as const;

const LaunchedCampaignInput = builder.inputType('LaunchCampaignCampaign', {
  description:
    'The campaign of a launch. It is created PAUSED; `activate` makes it ACTIVE at the end.',
  extensions: checkedInput,
  fields: (t) => fieldsOf(t, creations.campaign.params),
});

const LineItemOfLaunch = builder.inputType('LaunchCampaignLineItemValues', {
  description: 'A line item of a launch, without its campaign. It is created PAUSED.',
  extensions: checkedInput,
  fields: (t) => fieldsOf(t, creations.lineItem.params),
});

const CriterionOfLaunch = builder.inputType('LaunchCampaignTargeting', {
  description: 'A targeting criterion of a launch, without its line item.',
  extensions: checkedInput,
  fields: (t) => fieldsOf(t, creations.criterion.params),
});

const childInputs = children.map((child) => {
  const { name } = child.create.returns.of;
  const type = builder.inputType(`LaunchCampaign${name}`, {
    description: `The input of \`create${name}\`, without the line item, which is that of the launch.`,
    extensions: checkedInput,
    fields: (t) => fieldsOf(t, child.creation.params),
  });
  return { ...child, type };
});

const LineItemInput = builder.inputType('LaunchCampaignLineItem', {
  description: 'A line item of a launch, with everything in it.',
  extensions: checkedInput,
  fields: (t) => ({
    lineItem: t.field({
      type: LineItemOfLaunch,
      required: true,
      description: 'The line item itself.',
    }),
    targeting: t.field({
      type: [CriterionOfLaunch],
      extensions: exampleWith(),
      description: 'Its targeting criteria, added in this order; none by default.',
    }),
    promotedTweetIds: t.idList({
      extensions: exampleWith(),
      description: 'The posts that it promotes; none by default.',
    }),
    ...Object.fromEntries(
      childInputs.map(({ member, doc, isMany, type }) => [
        member,
        t.field({ type: isMany ? [type] : type, description: `${doc}. None by default.` }),
      ]),
    ),
  }),
});

const LaunchCampaignInput = builder.inputType('LaunchCampaignInput', {
  description: 'A campaign with everything in it.',
  extensions: checkedInput,
  fields: (t) => ({
    ...pathFields(t, campaigns.createCampaign),
    campaign: t.field({
      type: LaunchedCampaignInput,
      required: true,
      description: 'The campaign itself.',
    }),
    lineItems: t.field({
      type: [LineItemInput],
      required: true,
      extensions: { maxItems: maxLineItems },
      description: `Its line items, at most ${maxLineItems}.`,
    }),
    activate: t.boolean(activate),
    idempotencyKey: t.string(key),
  }),
});

const Overrides = builder.inputType('CopyCampaignLineItems', {
  description: 'How all line items of a copy differ from the original; null removes a value.',
  extensions: checkedInput,
  fields: (t) => fieldsOf(t, overridden.params),
});

const CopyCampaignInput = builder.inputType('CopyCampaignInput', {
  description: 'The campaign to copy, and the differences of the copy.',
  extensions: checkedInput,
  fields: (t) => ({
    ...pathFields(t, campaigns.getCampaign),
    name: t.string({
      extensions: exampleWith('Spring (copy)'),
      description: 'Name of the copy; by default that of the original with `(copy)`.',
    }),
    lineItems: t.field({ type: Overrides, description: 'Differences of all line items.' }),
    activate: t.boolean({
      ...activate,
      description: `${activate.description} Line items that are not ACTIVE in the original stay PAUSED.`,
    }),
    idempotencyKey: t.string(key),
  }),
});

const inputDoc = 'The campaign, its parts, and the key of the launch.';
const childPaths = children.map(({ create }) => `/12/${create.path}`).join(', ');
const rest = `REST: POST /12/accounts/{account_id}/campaigns, then POST /12/batch/accounts/{account_id}/line_items, /12/batch/accounts/{account_id}/targeting_criteria, /12/accounts/{account_id}/promoted_tweets, ${childPaths}; to activate, POST /12/batch/accounts/{account_id}/line_items and PUT /12/accounts/{account_id}/campaigns/{campaign_id}.`;
const flow =
  'Everything is created PAUSED, with as few calls as possible; the campaign becomes ACTIVE last, and only if `activate` is true. If the launch stops, the payload says why and what exists, and a retry with the same key resumes it.';

const cost = {
  asks: campaigns.createCampaign.name,
  parentsPerCall: 1,
  by: 'parent',
  objects: 'one',
} as const;

builder.mutationField('launchCampaign', (t) =>
  t.field({
    type: LaunchPayload,
    args: { input: t.arg({ type: LaunchCampaignInput, required: true, description: inputDoc }) },
    description: `Creates a whole campaign for any objective: line items, targeting, posts and the like. Everything is checked before the first call. A line item with nothing to show is not activated. ${flow} ${rest}`,
    ...loaded(launchCampaign, {
      cost: { ...cost, alsoAsks: launchCalls, lists: listsOfLaunch },
    }),
  }),
);

builder.mutationField('copyCampaign', (t) =>
  t.field({
    type: LaunchPayload,
    args: { input: t.arg({ type: CopyCampaignInput, required: true, description: inputDoc }) },
    description: `Copies a campaign within its account, with everything in its line items, as it was when the key was first used. Deleted parts are not copied. Parts that cannot be created again are left out with an error, and then nothing in the copy is activated. The copy is refused if objective, placements, product type, goal, bid strategy or payBy of a line item cannot be sent. ${flow} ${rest}`,
    ...loaded(copyCampaign, {
      cost: { ...cost, alsoAsks: copyCalls, lists: listsOfCopy },
    }),
  }),
);
