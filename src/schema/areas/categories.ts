import { ofViewer } from '../../resolvers/reads/page.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import {
  advertiserBusinessCategory,
  categories,
  contentCategory,
  curatedCategory,
  iabCategory,
  publisher,
} from '../../upstream/catalogue/areas/categories.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { builder } from '../fields/builder.ts';
import { list } from '../fields/connections.ts';
import { entityType } from '../fields/entities.ts';
import { item, listOfAccount, wholeList } from '../fields/fields.ts';
import { linksToReference, linkToReference } from '../fields/reference-links.ts';
import { addFields } from '../fields/refs.ts';

entityType(advertiserBusinessCategory);
entityType(contentCategory);
entityType(iabCategory);
entityType(publisher);
entityType(curatedCategory, 'curated_category_id');

builder.queryFields((t) => ({
  advertiserBusinessCategories: t.field(
    wholeList(categories.listAdvertiserBusinessCategories, ofViewer),
  ),
  contentCategories: t.field(wholeList(categories.listContentCategories, ofViewer)),
  iabCategories: t.field(list({ endpoint: categories.listIabCategories, from: ofViewer })),
  publishers: t.field(wholeList(categories.listPublishers, ofViewer)),
}));

addFields(account, (t) => ({
  curatedCategories: t.field(listOfAccount(categories.listCuratedCategories)),
  curatedCategory: t.field(item(categories.getCuratedCategory)),
}));

addFields(curatedCategory, (t) => ({
  publishers: t.field(
    linksToReference('The publishers in it', {
      endpoint: categories.listPublishers,
      column: 'publisher_user_ids',
      matches: 'user_id',
      most: 300,
    }),
  ),
}));

const iabLink = {
  endpoint: categories.listIabCategories,
  column: 'iab_categories',
  matches: 'id',
  most: 10,
} as const;

addFields(advertiserBusinessCategory, (t) => ({
  iab: t.field(linksToReference('The IAB categories it corresponds to', iabLink)),
}));

addFields(contentCategory, (t) => ({
  iab: t.field(linksToReference('The IAB categories it corresponds to', iabLink)),
  publishers: t.field(
    linksToReference('The publishers that publish in it', {
      endpoint: categories.listPublishers,
      column: 'id',
      matches: 'content_category_ids',
      most: 50,
    }),
  ),
}));

addFields(publisher, (t) => ({
  contentCategories: t.field(
    linksToReference('The content categories it publishes in', {
      endpoint: categories.listContentCategories,
      column: 'content_category_ids',
      matches: 'id',
      most: 5,
    }),
  ),
}));

addFields(iabCategory, (t) => ({
  parent: t.field(
    linkToReference('The category above it; null at the top', {
      endpoint: categories.listIabCategories,
      column: 'parent_id',
      matches: 'id',
      most: 1,
    }),
  ),
  children: t.field(
    linksToReference('The categories below it', {
      endpoint: categories.listIabCategories,
      column: 'id',
      matches: 'parent_id',
      most: 50,
    }),
  ),
}));

addFields(lineItem, (t) => ({
  iabCategories: t.field(
    linksToReference('Its categories', {
      endpoint: categories.listIabCategories,
      column: 'categories',
      matches: 'id',
      most: 10,
    }),
  ),
}));
