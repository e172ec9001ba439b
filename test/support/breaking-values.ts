import type { Fields, Param } from '../../src/upstream/catalogue/language/params.ts';
import { namesIn, type Rule } from '../../src/upstream/catalogue/language/rule-kinds.ts';
import { Unread, type Values } from '../../src/upstream/catalogue/language/values.ts';

const longList = (length: number): readonly string[] => Array.from({ length }, () => 'x');

/** Values of every kind; each parameter refuses some. */
const odd: readonly unknown[] = [
  undefined,
  '',
  '  ',
  'a,b',
  'no such thing',
  '\ud800',
  '-1',
  '0',
  '9'.repeat(30),
  -1,
  0,
  1.5,
  2_000_000_000,
  3_000_000_000,
  true,
  {},
  [],
  ['x', 'x'],
  [null],
  new Uint8Array(6_000_000),
  new Unread('12,5'),
  new Unread(3_000_000_000),
  '2001-01-01T00:00:00Z',
  '2999-01-01T00:30:00Z',
];

/** Values that a parameter may refuse: of every kind, and just beyond its limits. */
export const oddValues = (param: Param): readonly unknown[] => {
  const { min = 0, max = 0 } = param as { readonly min?: number; readonly max?: number };
  const near = [Number(min) - 1, Number(max) + 1].filter((size) => size > 0 && size < 6000);
  const tags =
    param.kind === 'list' && param.of.kind === 'variant'
      ? Object.keys(param.of.of).map((tag) => [tag, tag].map((one) => ({ type: one })))
      : [];
  return [...odd, ...tags, ...near.flatMap((size) => [size, 'x'.repeat(size), longList(size)])];
};

const later = '2026-03-01T00:00:00Z';
const earlier = '2026-02-01T00:00:00Z';

/** Inputs that break a rule. */
const breaking: {
  readonly [K in Rule['rule']]: (rule: Extract<Rule, { readonly rule: K }>) => readonly Values[];
} = {
  exclusive: ({ of: [first = '', second = ''] }) => [{ [first]: 'x', [second]: 'x' }],
  atLeastOne: () => [{}],
  requires: ({ name }) => [{ [name]: 'x' }],
  requiredWith: ({ other, is: [value] }) => [{ [other]: value }],
  maxWhen: ({ name, other, most }) =>
    Object.entries(most).map(([value, max]) => ({ [name]: max + 1, [other]: value })),
  onlyWhen: ({ name, values, other, where, within }) => {
    const place = where === undefined ? {} : { [where.name]: where.is[0] };
    const item = { [name]: values?.[0] ?? 'x', [other]: 'OTHER', ...place };
    return [within === undefined ? item : { [within]: [item] }];
  },
  inOrder: ({ first, second, given = 'nothing' }) => [
    { [first]: later, [second]: earlier, [given]: 'x' },
    { [first]: '2020-01-01T00:00:00Z', [second]: later, [given]: 'x' },
    { [first]: earlier, [second]: '2026-02-01T00:00:01Z', [given]: 'x' },
    { [first]: '2999-01-01T00:00:00Z', [given]: 'x' },
    { [first]: '2020-01-01T00:00:00Z', [given]: 'x' },
  ],
  alone: ({ name, value }) => [{ [name]: [value, 'OTHER'] }],
  accompanied: ({ name, value }) => [{ [name]: [value] }],
  holding: ({ name, other, is: [value] }) => [{ [name]: ['OTHER'], [other]: value }],
  among: ({ name, other, by }) =>
    Object.keys(by).map((value) => ({ [name]: ['OTHER'], [other]: value })),
  notAbove: ({ low, high, defaults: usual }) => [
    { [low]: '9', [high]: '8' },
    { [low]: String((usual[high] ?? 0) + 1) },
    { [high]: String((usual[low] ?? 0) - 1) },
  ],
  cheaper: ({ low, high }) => [
    { [low]: '2.00 EUR', [high]: '1.00 EUR' },
    { [low]: '1.00 USD', [high]: '2.00 EUR' },
  ],
  distinct: ({ of, by }) => [{ [of]: by === null ? ['x', 'x'] : [{ [by]: 'x' }, { [by]: 'x' }] }],
  atMostTogether: ({ max, of: [first = ''] }) => [{ [first]: longList(max + 1) }],
  neverAlone: ({ list, of: [name = ''] }) => [{ [list]: [{ [name]: 'x' }] }],
  shares: ({ list, share }) => [{ [list]: [{ [share]: '50' }] }],
  evenSplit: ({ list, other, is: [value], max, share, single }) => [
    {
      [other]: value,
      [list]: Array.from({ length: max + 1 }, (_, index) => ({
        [share]: `${index + 10}`,
        [single]: ['x', 'y'],
      })),
    },
  ],
  leaves: ({ of, children, max }) => [
    { [of]: { [children]: Array.from({ length: max + 1 }, () => ({})) } },
  ],
};

/** Inputs that break a rule. A rule about complete inputs gets null for the rest. */
export const breakingInputs = <K extends Rule['rule']>(
  rule: Extract<Rule, { readonly rule: K }>,
): readonly Values[] => {
  const make = breaking[rule.rule as K] as (rule: unknown) => readonly Values[];
  const rest = Object.fromEntries(namesIn(rule as Rule).map((name) => [name, null]));
  return make(rule).map((values) => (rule.whereGiven === true ? { ...rest, ...values } : values));
};

/** All sets of fields of an input, at every depth. A shape may hold itself. */
export const fieldsWithin = (
  fields: Fields,
  rules: readonly Rule[],
  seen: Set<Fields> = new Set(),
): readonly { readonly fields: Fields; readonly rules: readonly Rule[] }[] => {
  if (seen.has(fields)) return [];
  seen.add(fields);
  const below = Object.values(fields).flatMap((param) => {
    const inner = param.kind === 'list' ? param.of : param;
    if (inner.kind === 'shape') return [inner];
    return inner.kind === 'variant' ? Object.values(inner.of) : [];
  });
  return [
    { fields, rules },
    ...below.flatMap((shape) => fieldsWithin(shape.fields, shape.rules, seen)),
  ];
};
