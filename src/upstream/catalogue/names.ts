import { amountName, isMicros } from './language/money.ts';
import type { Param } from './language/params.ts';

/** The GraphQL name of an upstream name: `daily_budget` is `dailyBudget`. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The upstream spelling of a type name: `LineItem` is `line_item`. */
export const snakeCase = (typeName: string): string =>
  typeName.replace(/\B[A-Z]/g, '_$&').toLowerCase();

/** The argument of a parameter, with a plural for lists of ids: `card_id` is `cardIds`. */
export const argumentOf = (name: string, param: Param): string =>
  camelCase(
    param.kind === 'list' && param.of.kind === 'id' && name.endsWith('_id') ? `${name}s` : name,
  );

/** The argument for the amount of micros, such as `dailyBudget`; null for other parameters. */
export const amountArgument = (name: string, { kind }: Pick<Param, 'kind'>): string | null =>
  kind === 'long' && isMicros(name) ? moneyName(name) : null;

/**
 * The GraphQL name of a column. `id` is the global id of an entity. If the API has a column `id`
 * that is not the key, its field is named for the entity: `productId`.
 */
export const columnName = (typeName: string, column: string): string =>
  column === 'id' ? `${fieldName(typeName)}Id` : camelCase(column);

/** The name of the amount: `daily_budget_amount_local_micro` is `dailyBudget`. */
export const moneyName = (column: string): string => camelCase(amountName(column));

/** Lower-cases the first letter: the field that holds a `LineItem` is `lineItem`. */
export const fieldName = (typeName: string): string =>
  typeName.charAt(0).toLowerCase() + typeName.slice(1);

/** Upper-cases the first letter: the payload of `createCampaign` is `CreateCampaignPayload`. */
export const typeName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The member of a `@oneOf` input for a tag: `SWIPEABLE_MEDIA` is `swipeableMedia`. */
export const variantName = (tag: string): string => camelCase(tag.toLowerCase());

/** The GraphQL name of a value of an enumeration: `in stock` is `IN_STOCK`. */
export const enumName = (value: string): string => value.toUpperCase().replace(/[^A-Z0-9]+/g, '_');

/** The name that replaces values which the API added later. No input may have it. */
export const unrecognized = 'UNRECOGNIZED';
