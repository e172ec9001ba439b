import type {
  InputFieldBuilder,
  InputFieldMap,
  InputFieldsFromShape,
  InputObjectRef,
} from '@pothos/core';
import { canNameAccount } from '../../resolvers/ids.ts';
import { defaultFirst, filterParams, maxFirst } from '../../resolvers/reads/page.ts';
import { whyNotNull } from '../../upstream/catalogue/language/check.ts';
import { type Endpoint, sortingOf } from '../../upstream/catalogue/language/endpoint.ts';
import {
  identifierOf,
  pathIdName,
  pathNames,
} from '../../upstream/catalogue/language/identifiers.ts';
import type {
  Fields,
  Param,
  Shape,
  Sorting,
  Variant,
} from '../../upstream/catalogue/language/kinds.ts';
import { withoutUnit } from '../../upstream/catalogue/language/money.ts';
import { isRequired } from '../../upstream/catalogue/language/params.ts';
import type { Values } from '../../upstream/catalogue/language/values.ts';
import { getOrMake, memoize } from '../../upstream/catalogue/memoize.ts';
import {
  amountArgument,
  argumentOf,
  camelCase,
  enumName,
  variantName,
} from '../../upstream/catalogue/names.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { describedWith, leafOf } from './kinds.ts';
import { nounOf } from './rest.ts';

/** The arguments of a connection: paging, order and filters, except those in `supplied`. */
export const argsOf = (endpoint: Endpoint, ...supplied: readonly string[]): InputFieldMap => {
  const max = maxFirst(endpoint);
  const sorting = sortingOf(endpoint);
  const defaultRows = Math.min(defaultFirst, max);
  return builder.args((t) => ({
    first: t.int({
      description: `Number of rows, 0 to ${max}; ${defaultRows} by default and for null. 0 returns an empty page.`,
      defaultValue: defaultRows,
    }),
    ...('cursor' in endpoint.params && {
      after: t.string({
        description:
          'The cursor of the row to continue after, from the same list with the same filters and order.',
      }),
    }),
    ...fieldsOf(t, filterParams(endpoint, supplied)),
    ...(endpoint.where !== undefined && {
      where: t.field({
        type: shapeInput(endpoint.where),
        description: whereDoc,
      }),
    }),
    ...(sorting !== null && {
      orderBy: t.field({
        type: orderOf(sorting),
        description: 'Order of the rows; oldest first by default.',
      }),
    }),
  }));
};

const whereDoc =
  'A filter of the rows. The gateway applies it itself: it reads the list in pages of the largest size until it has `first` rows or the list ends. After LIMIT_FILTER_ROWS rows (10,000 by default) the page ends short, with `hasNextPage` true and an entry in `extensions.notes`. `totalCount` is then null.';

/** The arguments of a field for one entity: its id, and the parameters of the item endpoint. */
export const itemArgs = (endpoint: Endpoint): InputFieldMap =>
  builder.args((t) => ({
    id: t.id({
      required: true,
      description: pathDoc(endpoint, pathNames(endpoint.path).at(-1) ?? ''),
    }),
    ...fieldsOf(t, endpoint.params),
  }));

/** The input of a mutation: the ids of the path and the parameters of the endpoint. */
export const inputOf = (endpoint: Endpoint, name: string): InputObjectRef<SchemaTypes, Values> => {
  return builder.inputType(name, {
    description: `${endpoint.doc}.${clearingDoc(endpoint)}`,
    extensions: checkedInput,
    fields: (t) => ({
      ...pathFields(t, endpoint),
      ...fieldsOf(t, endpoint.params),
      ...keyField(t),
    }),
  });
};

/** The extensions of an input type whose fields a write checks itself. */
export const checkedInput = { isChecked: true } as const;

/** The field of every mutation's input that identifies a repeated write. */
export const keyField = (t: InputFields<'InputObject'>) => ({
  idempotencyKey: t.string({
    description:
      'A unique key for this write: 1 to 255 printable ASCII characters. For 24 hours, a retry with the same key and the same input never sends the write twice: the payload says how it ended, and if that is UNKNOWN, the gateway reads back whether it took effect. The same key with a different input is refused with IDEMPOTENCY_KEY_REUSED.',
  }),
});

type ArgKind = 'Arg' | 'InputObject';
type InputFields<K extends ArgKind> = InputFieldBuilder<SchemaTypes, K>;

/** The description of an id in a path: its noun, and the formats that it may have. */
export const pathDoc = (endpoint: Endpoint, name: string): string => {
  const { of, orOf } = identifierOf(pathIdName(endpoint, name));
  const inGraph = of !== undefined || orOf !== undefined;
  return `The ${nounOf(name)}, by its id in the REST API${inGraph ? ' or its global id' : ''}.`;
};

/** The ids of a path. All are required, except an account that another id can contain. */
export const pathFields = (t: InputFields<'InputObject'>, endpoint: Endpoint) =>
  Object.fromEntries(
    pathNames(endpoint.path).map((name) => {
      const isOptional = name === 'account_id' && canNameAccount(endpoint);
      const more = isOptional ? ' Optional if another id in this input is a global id.' : '';
      const description = `${pathDoc(endpoint, name)}${more}`;
      const extensions = exampleWith();
      return [camelCase(name), t.id({ required: !isOptional, extensions, description })];
    }),
  );

/** Parameters as input fields or arguments. Micros also have the amount as text. */
export const fieldsOf = <K extends ArgKind>(t: InputFields<K>, fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, param]) => {
      const argument = argumentOf(name, param);
      const amount = amountArgument(name, param);
      const field = t.field({
        type: inputTypeOf(t, param),
        required: isRequired(param),
        ...defaultOf(param),
        ...usualOf(param),
        description: describedWith(param),
      });
      return amount === null
        ? [[argument, field]]
        : [
            [argument, field],
            [amount, amountField(t, argument, param)],
          ];
    }),
  );

const amountField = <K extends ArgKind>(t: InputFields<K>, argument: string, param: Param) =>
  t.field({
    type: 'Decimal',
    ...usualOf(param),
    description: `${withoutUnit(param.doc)}. A decimal such as "12.50" with at most 6 decimals, instead of \`${argument}\`; the same limits apply, and null means the same.`,
  });

const usualOf = (param: Param) =>
  'usual' in param ? { extensions: exampleWith(param.usual) } : {};

/** The extensions of an input field that examples have: with this value, or with any. */
export const exampleWith = (value: unknown = null) => ({ usual: value });

// Only a required parameter has its default in the schema; other defaults are applied by the API.
const defaultOf = (param: Param) =>
  isRequired(param) && 'default' in param ? { defaultValue: param.default as never } : {};

// Pothos infers the type of an argument from a literal; these types come from data, so they need a
// cast.
const inputTypeOf = <K extends ArgKind>(t: InputFields<K>, param: Param): 'String' => {
  if (param.kind !== 'list') return innerType(param) as 'String';
  const inside = inputTypeOf(t, param.of);
  return (param.of.kind === 'list' ? t.listRef(inside) : [inside]) as unknown as 'String';
};

const innerType = (param: Param) => {
  if (param.kind === 'shape') return shapeInput(param);
  return param.kind === 'variant' ? variantInput(param) : leafOf(param);
};

const inputs = new Map<string, InputObjectRef<SchemaTypes, Values>>();

/** The input type of a nested shape. */
const shapeInput = (shape: Shape): InputObjectRef<SchemaTypes, Values> => {
  const earlier = inputs.get(shape.type);
  if (earlier !== undefined) return earlier;
  // Stored before its fields are made, so that a shape can contain itself.
  const made = builder.inputRef<Values>(shape.type);
  inputs.set(shape.type, made);
  return made.implement({
    description: `${shape.doc}.`,
    extensions: checkedInput,
    // The fields come from data, so Pothos cannot infer their types.
    fields: (t) =>
      fieldsOf(t, shape.fields) as InputFieldsFromShape<
        SchemaTypes,
        Record<string, NonNullable<unknown> | null | undefined>,
        'InputObject'
      >,
  });
};

/** The `@oneOf` input of a nested variant. */
const variantInput = (choice: Variant): InputObjectRef<SchemaTypes, Values> =>
  getOrMake(inputs, choice.type, () =>
    builder.inputType(choice.type, {
      description: `${choice.doc}: exactly one of these.`,
      isOneOf: true,
      fields: (t) =>
        Object.fromEntries(
          Object.entries(choice.of).map(([tag, shape]) => [
            variantName(tag),
            t.field({ type: shapeInput(shape), description: `${shape.doc}.` }),
          ]),
        ),
    }),
  );

type NamedParams = readonly (readonly [name: string, param: Param])[];

/** The effect of null in an update. The API documents it only for some parameters. */
const clearingDoc = ({ method, params, body }: Endpoint): string => {
  if (method !== 'PUT') return '';
  const optional = Object.entries(params).filter(([, param]) => !isRequired(param));
  const removed = optional.filter(([, param]) => 'clears' in param && param.clears === true);
  const refused = optional.filter(([name, param]) => whyNotNull(name, param) !== null);
  const named = removed.length + refused.length;
  const sent = body === 'json' ? 'null' : 'an empty value';
  const other = `${named === 0 ? 'A' : 'Any other'} null is sent as ${sent}`;
  return [
    removed.length === 0 ? '' : ` Null removes ${listOf(removed)}.`,
    refused.length === 0 ? '' : ` Null is refused for ${listOf(refused)}.`,
    named === optional.length ? '' : ` ${other}; its effect depends on the API.`,
  ].join('');
};

const words = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const listOf = (params: NamedParams): string =>
  words.format(params.map(([name]) => `\`${camelCase(name)}\``));

interface OrderInput {
  readonly field: string;
  readonly direction: string;
}

const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Which end of a list comes first.',
  values: {
    ASC: { description: 'The oldest, the smallest, the beginning of the alphabet, false.' },
    DESC: { description: 'The newest, the largest, the end of the alphabet, true.' },
  },
});

/** The input type for the order of a list. */
const orderOf = memoize((sorting: Sorting): InputObjectRef<SchemaTypes, OrderInput> => {
  const field = orderFieldOf(sorting);
  return builder.inputType(sorting.type, {
    description:
      'The order of a list. The API sorts the rows. X does not document how names are compared, or where rows without a value are placed.',
    fields: (t) => ({
      field: t.field({
        type: field,
        required: true,
        defaultValue: 'CREATED_AT',
        description:
          'What to order by. If this value of a row changes while a client pages through the list, the row moves in it.',
      }),
      direction: t.field({
        type: OrderDirection,
        required: true,
        defaultValue: 'ASC',
        description: 'Which end comes first.',
      }),
    }),
  });
});

const orderFieldOf = ({ type, by }: Sorting) =>
  builder.enumType(`${type}Field`, {
    description: 'The attribute that a list is ordered by.',
    values: Object.fromEntries(
      Object.entries(by).map(([column, doc]) => [enumName(column), { description: `${doc}.` }]),
    ),
  });
