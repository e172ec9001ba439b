import type { Param } from './language/params.ts';

/** The GraphQL name of an upstream name: `daily_budget` is `dailyBudget`. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The upstream form of a type name: `LineItem` is `line_item`. */
export const snakeCase = (typeName: string): string =>
  typeName.replace(/\B[A-Z]/g, '_$&').toLowerCase();

/** The GraphQL argument of a parameter. A list of ids with a singular name gets the plural: `card_id` is `cardIds`. */
export const argumentOf = (name: string, param: Param): string =>
  camelCase(
    param.kind === 'list' && param.of.kind === 'id' && name.endsWith('_id') ? `${name}s` : name,
  );

/** The name of the Money field of a column of micros: `daily_budget_amount_local_micro` is `dailyBudget`. */
export const moneyName = (column: string): string =>
  camelCase(column.replace(/(_amount)?_local_micro$/, ''));

/** True for a column of micros, which also gets a Money field. */
export const isMicros = (column: string): boolean => column.endsWith('_local_micro');

/** Lower-cases the first letter: the field that holds a `LineItem` is `lineItem`. */
export const fieldName = (typeName: string): string =>
  typeName.charAt(0).toLowerCase() + typeName.slice(1);

/** Upper-cases the first letter: the payload of `createCampaign` is `CreateCampaignPayload`. */
export const typeName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The member of a `@oneOf` input for a tag: `SWIPEABLE_MEDIA` is `swipeableMedia`. */
export const variantName = (tag: string): string => camelCase(tag.toLowerCase());
