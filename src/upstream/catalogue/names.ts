import type { Param } from './language/params.ts';

/** The GraphQL name of an upstream name: `daily_budget` is `dailyBudget`. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The argument of a parameter: its GraphQL name, in the plural where a list of ids is named in the singular. */
export const argumentOf = (name: string, param: Param): string =>
  camelCase(
    param.kind === 'list' && param.of.kind === 'id' && name.endsWith('_id') ? `${name}s` : name,
  );

/** The name under which money stands beside its micros: `daily_budget_amount_local_micro` is `dailyBudget`. */
export const moneyName = (column: string): string =>
  camelCase(column.replace(/(_amount)?_local_micro$/, ''));

/** True for a column of micros, which has Money beside it. */
export const isMicros = (column: string): boolean => column.endsWith('_local_micro');

/** Lower-cases the first letter: the field that holds a `LineItem` is `lineItem`. */
export const fieldName = (typeName: string): string =>
  typeName.charAt(0).toLowerCase() + typeName.slice(1);

/** Upper-cases the first letter: the payload of `createCampaign` is `CreateCampaignPayload`. */
export const typeName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The member of a `@oneOf` input that stands for a tag: `SWIPEABLE_MEDIA` is `swipeableMedia`. */
export const variantName = (tag: string): string => camelCase(tag.toLowerCase());
