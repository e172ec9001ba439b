import type { GraphQLNamedType } from 'graphql';
import {
  assertInterfaceType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { schema } from '../../src/schema/index.ts';
import { allCards, identified } from './faulty-rows.ts';
import type { World } from './faulty-world.ts';
import type { ChoicesOf } from './making.ts';

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const plain: Readonly<Record<string, readonly unknown[]>> = {
  first: [0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 5, 5, 5, 50, 50, null, null, -1],
  after: [null, null, null, null, 'nonsense'],
  q: ['s', 'S', 'x', 'nothing'],
  name: ['Spring', 'x', '__Type', 'Campaign', 'CardComponent', 'Nothing'],
  keywords: [['one'], ['one', 'two']],
  negativeKeywords: [[], ['three']],
  startTime: ['2026-01-01T00:00:00Z'],
  endTime: ['2026-01-02T00:00:00Z', '2026-01-02T02:00:00+02:00'],
  countryCodes: [['US'], ['US', 'DE']],
  currency: ['EUR', 'JPY'],
  lang: ['de', null],
  location: [null],
  featureKeys: [['AGE_TARGETING'], null],
  orderBy: [
    ...[null, {}, { direction: 'DESC' }, { field: 'CREATED_AT', direction: 'ASC' }],
    ...[{ field: 'UPDATED_AT' }, { field: 'DELETED', direction: 'DESC' }],
  ],
  targetingCriteria: [
    [{ targetingType: 'BROAD_KEYWORD', targetingValue: 'tea' }],
    [{ targetingType: 'BROAD_KEYWORD', targetingValue: 'tea', operatorType: 'EQ' }],
  ],
};

/**
 * Arguments that mostly find something in a world: its first account, and for `node` rows of these
 * types.
 */
export const choicesIn = (world: World, favourites: ReadonlySet<string>): ChoicesOf => {
  const [usual = ''] = world.accounts;
  const idsOf = (entity: string): readonly string[] => {
    if (entity === 'Account') return [usual, usual, `Account:${usual}`, ...world.accounts];
    const here = world.idsOf(entity, usual);
    const others = world.accounts.slice(1, 2).flatMap((account) => world.idsOf(entity, account));
    const global = here.map((id) => `${entity}:${usual}:${id}`);
    return [...here, ...here, ...here, ...global, ...others.slice(0, 1)];
  };
  const idChoices = (field: GraphQLNamedType, argument: string): readonly string[] => {
    if (argument === 'id' || argument === 'ids') {
      if (field.name === 'Node') return [...globalIds(world, favourites), ...odd];
      return (isAbstractType(field) ? allCards : [field.name]).flatMap(idsOf);
    }
    const { of } = identified(snakeCase(argument)) ?? {};
    return of === undefined ? ['42', '43'] : idsOf(of);
  };
  return (field, { name, type }) => {
    const target = getNamedType(type);
    const isList = isListType(getNullableType(type));
    if (target.name === 'ID') {
      const ids = idChoices(getNamedType(field.type), name);
      return isList ? sublists(ids) : [...ids, ...ids, ...odd];
    }
    if (name === 'cardUris') {
      return sublists(
        allCards.flatMap((card) => world.idsOf(card, 'acc1').map((id) => `card://${id}`)),
      );
    }
    const given = plain[name];
    if (given !== undefined) return given;
    if (target.name === 'Boolean') return isNonNullType(type) ? [true, false] : [true, false, null];
    if (isInputObjectType(target)) return [];
    const names = isEnumType(target)
      ? target
          .getValues()
          .map((value) => value.name)
          .slice(0, 3)
      : [];
    return isList ? sublists(names) : names;
  };
};

const odd = ['nosuch1', '../x'] as const;

/** The types that `node` can return. */
export const nodeTypes: readonly string[] = schema
  .getPossibleTypes(assertInterfaceType(schema.getType('Node')))
  .map(({ name }) => name);

const globalIds = (world: World, favourites: ReadonlySet<string>): readonly string[] =>
  world.accounts.flatMap((account) =>
    [...favourites].flatMap((type) =>
      type === 'Account'
        ? [`Account:${account}`]
        : world.idsOf(type, account).map((id) => `${type}:${account}:${id}`),
    ),
  );

// Neighbours of a list in every size, one of them twice, none and all that is odd.
const sublists = (all: readonly string[]): readonly (readonly string[])[] => [
  [],
  ...all.flatMap((one, index) => [
    [one],
    [one, ...all.slice(index + 3, index + 5)],
    [one, ...all.slice(index + 1, index + 4), one],
  ]),
];
