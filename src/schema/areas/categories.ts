import {
  advertiserBusinessCategory,
  categories,
  contentCategory,
  curatedCategory,
  iabCategory,
  publisher,
} from '../../upstream/catalogue/areas/categories.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { accountFields, queryFields } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linksToReference, linkToReference } from '../fields/reference-links.ts';

entityType(advertiserBusinessCategory);
entityType(contentCategory);
entityType(iabCategory);
entityType(publisher);
entityType(curatedCategory, 'curated_category_id');

addFields(curatedCategory, {
  publishers: linksToReference('The publishers in it', {
    endpoint: categories.listPublishers,
    column: 'publisher_user_ids',
    matches: 'user_id',
    most: 300,
  }),
});

const iabLink = {
  endpoint: categories.listIabCategories,
  column: 'iab_categories',
  matches: 'id',
  most: 10,
} as const;

addFields(advertiserBusinessCategory, {
  iab: linksToReference('The IAB categories it corresponds to', iabLink),
});

addFields(contentCategory, {
  iab: linksToReference('The IAB categories it corresponds to', iabLink),
  publishers: linksToReference('The publishers that publish in it', {
    endpoint: categories.listPublishers,
    column: 'id',
    matches: 'content_category_ids',
    most: 50,
  }),
});

addFields(publisher, {
  contentCategories: linksToReference('The content categories it publishes in', {
    endpoint: categories.listContentCategories,
    column: 'content_category_ids',
    matches: 'id',
    most: 5,
  }),
});

addFields(iabCategory, {
  parent: linkToReference('The category above it; null at the top', {
    endpoint: categories.listIabCategories,
    column: 'parent_id',
    matches: 'id',
    most: 1,
  }),
  children: linksToReference('The categories below it', {
    endpoint: categories.listIabCategories,
    column: 'id',
    matches: 'parent_id',
    most: 50,
  }),
});

addFields(lineItem, {
  iabCategories: linksToReference('Its categories', {
    endpoint: categories.listIabCategories,
    column: 'categories',
    matches: 'id',
    most: 10,
  }),
});

queryFields({
  advertiserBusinessCategories: categories.listAdvertiserBusinessCategories,
  contentCategories: categories.listContentCategories,
  iabCategories: categories.listIabCategories,
  publishers: categories.listPublishers,
});

accountFields({
  curatedCategories: categories.listCuratedCategories,
  curatedCategory: categories.getCuratedCategory,
});
