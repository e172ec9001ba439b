import { ofViewer } from '../resolvers/page.ts';
import {
  advertiserBusinessCategory,
  categories,
  contentCategory,
  curatedCategory,
  iabCategory,
  publisher,
} from '../upstream/catalogue/categories.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { list } from './connections.ts';
import { entityType } from './entities.ts';
import { item, linkToAccount, listOfAccount, wholeList } from './fields.ts';
import { LineItem } from './line-items.ts';
import { linksToReference, linkToReference } from './reference-links.ts';

const AdvertiserBusinessCategory = entityType(advertiserBusinessCategory);
const ContentCategory = entityType(contentCategory);
const IabCategory = entityType(iabCategory);
const Publisher = entityType(publisher);
export const CuratedCategory = entityType(curatedCategory, 'curated_category_id');

builder.queryFields((t) => ({
  advertiserBusinessCategories: t.field(
    wholeList(categories.listAdvertiserBusinessCategories, AdvertiserBusinessCategory, ofViewer),
  ),
  contentCategories: t.field(
    wholeList(categories.listContentCategories, ContentCategory, ofViewer),
  ),
  iabCategories: t.field(
    list({ endpoint: categories.listIabCategories, type: IabCategory, from: ofViewer }),
  ),
  publishers: t.field(wholeList(categories.listPublishers, Publisher, ofViewer)),
}));

builder.objectFields(Account, (t) => ({
  curatedCategories: t.field(listOfAccount(categories.listCuratedCategories, CuratedCategory)),
  curatedCategory: t.field(item(categories.getCuratedCategory, curatedCategory, CuratedCategory)),
}));

builder.objectFields(CuratedCategory, (t) => ({
  account: t.field(linkToAccount(Account)),
  publishers: t.field(
    linksToReference(Publisher, 'The publishers in it', {
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

builder.objectFields(AdvertiserBusinessCategory, (t) => ({
  iab: t.field(linksToReference(IabCategory, 'The IAB categories it stands for', iabLink)),
}));

builder.objectFields(ContentCategory, (t) => ({
  iab: t.field(linksToReference(IabCategory, 'The IAB categories it stands for', iabLink)),
  publishers: t.field(
    linksToReference(Publisher, 'The publishers that publish in it', {
      endpoint: categories.listPublishers,
      column: 'id',
      matches: 'content_category_ids',
      most: 50,
    }),
  ),
}));

builder.objectFields(Publisher, (t) => ({
  contentCategories: t.field(
    linksToReference(ContentCategory, 'The content categories it publishes in', {
      endpoint: categories.listContentCategories,
      column: 'content_category_ids',
      matches: 'id',
      most: 5,
    }),
  ),
}));

builder.objectFields(IabCategory, (t) => ({
  parent: t.field(
    linkToReference(IabCategory, 'The category above it; null at the top', {
      endpoint: categories.listIabCategories,
      column: 'parent_id',
      matches: 'id',
      most: 1,
    }),
  ),
  children: t.field(
    linksToReference(IabCategory, 'The categories below it', {
      endpoint: categories.listIabCategories,
      column: 'id',
      matches: 'parent_id',
      most: 50,
    }),
  ),
}));

builder.objectFields(LineItem, (t) => ({
  iabCategories: t.field(
    linksToReference(IabCategory, 'Its categories', {
      endpoint: categories.listIabCategories,
      column: 'categories',
      matches: 'id',
      most: 10,
    }),
  ),
}));
