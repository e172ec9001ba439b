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

builder.objectFields(CuratedCategory, (t) => ({ account: t.field(linkToAccount(Account)) }));
