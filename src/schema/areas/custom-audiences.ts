import {
  audienceOfCriterion,
  audienceOfObject,
  isOwner,
  lineItemOf,
  type TargetedLineItem as TargetedLineItemValue,
  targetedLineItems,
} from '../../resolvers/reads/custom-audiences.ts';
import { listUnderItem } from '../../resolvers/reads/page.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { campaign } from '../../upstream/catalogue/areas/campaigns.ts';
import {
  audienceMetadata,
  audienceSegment,
  customAudience,
  customAudiences,
  targetedCampaign,
} from '../../upstream/catalogue/areas/custom-audiences.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { targetingCriterion } from '../../upstream/catalogue/areas/targeting-criteria.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { builder } from '../fields/builder.ts';
import { list } from '../fields/connections.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linkBy, linkTo } from '../fields/fields.ts';
import { shapeOf } from '../fields/plain.ts';

entityType(customAudience, 'custom_audience_id');
entityType(targetedCampaign);

accountFields({
  customAudiences: customAudiences.listCustomAudiences,
  customAudience: customAudiences.getCustomAudience,
});

addFields(customAudience, {
  isOwner: {
    type: 'Boolean',
    description: 'Whether the account that it was read from owns it; false for a shared audience.',
    extensions: { facts: { needs: ['owner_account_id'] } },
    resolve: isOwner,
  },
  ownerAccount: linkTo(
    account,
    'owner_account_id',
    'The account that owns it; FORBIDDEN or null if the viewer may not see that account',
  ),
  targeted: list({
    endpoint: customAudiences.listTargetedCampaigns,
    from: listUnderItem('custom_audience_id'),
    doc: 'The campaigns and line items that target this custom audience',
  }),
});

const audienceNamed = (doc: string) =>
  linkBy(customAudience, {
    needs: ['custom_audience_id'],
    doc,
    load: audienceOfObject,
  });

builder.objectField(shapeOf(audienceSegment), 'customAudience', (t) =>
  t.field(audienceNamed('The audience of a leaf; null on nodes with child segments')),
);
builder.objectField(shapeOf(audienceMetadata), 'customAudience', (t) =>
  t.field(audienceNamed('The flexible audience itself')),
);

const TargetedLineItem = builder.objectRef<TargetedLineItemValue>('TargetedLineItem').implement({
  description: 'A line item that targets an audience.',
  fields: (t) => ({
    lineItemId: t.exposeID('id', { nullable: false, description: 'The line item.' }),
    name: t.exposeString('name', {
      description: 'Name of the line item; null if it has none.',
    }),
    servable: t.exposeBoolean('servable', { description: 'Whether it can serve now.' }),
    lineItem: t.field(
      linkBy(lineItem, { needs: [], doc: 'The whole line item', load: lineItemOf }),
    ),
  }),
});

addFields(targetedCampaign, {
  campaign: linkTo(campaign, 'campaign_id', 'The whole campaign'),
  lineItems: {
    type: [TargetedLineItem],
    description: 'Its line items that target the audience.',
    extensions: { facts: { needs: ['line_items'] } },
    resolve: targetedLineItems,
  },
});

addFields(targetingCriterion, {
  customAudience: linkBy(customAudience, {
    needs: ['targeting_type', 'targeting_value'],
    doc: "The audience of a criterion of type CUSTOM_AUDIENCE or CUSTOM_AUDIENCE_EXPANDED, or of the older types TAILORED_AUDIENCE and TAILORED_AUDIENCE_EXPANDED, the account's own or a shared one; null for other types",
    load: audienceOfCriterion,
  }),
});

mutations(customAudiences);
