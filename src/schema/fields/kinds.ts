import type { EnumRef } from '@pothos/core';
import { endpoints } from '../../upstream/catalogue/index.ts';
import { entitiesOf } from '../../upstream/catalogue/language/endpoint.ts';
import type { Choice, Kind, Param, ParamOf } from '../../upstream/catalogue/language/params.ts';
import { wordsFor } from '../../upstream/catalogue/language/problem.ts';
import { limitFaults } from '../../upstream/catalogue/language/validate-value.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import { enumName, unrecognized } from '../../upstream/catalogue/names.ts';
import { reportAnomaly } from '../../upstream/client/anomalies.ts';
import { isWritable } from '../../upstream/client/bytes/column.ts';
import { ValueError } from '../../upstream/client/errors.ts';
import { builder, type SchemaTypes } from './builder.ts';

type Enum = EnumRef<SchemaTypes, string>;

const enums = new Map<string, Enum>();

const unrecognizedDoc = {
  description:
    'A value that this schema does not know; `raw` of the entity has it. Not accepted as input.',
};

/** The enumerations in responses, to which the API may add values. */
const answered = new Set<string>();
// A shape can contain itself.
const seen = new Set<Param>();

const collectChoices = (param: Param): void => {
  if (seen.has(param)) return;
  seen.add(param);
  if (param.kind === 'choice') answered.add(param.type);
  else if (param.kind === 'list') collectChoices(param.of);
  else if (param.kind === 'shape') Object.values(param.fields).forEach(collectChoices);
  else if (param.kind === 'variant') Object.values(param.of).forEach(collectChoices);
};

for (const { columns } of endpoints.flatMap(entitiesOf))
  Object.values(columns).forEach(collectChoices);

/** The GraphQL enumeration of a choice, the same for input and output. */
const enumOf = ({ type, about, meanings }: Choice): Enum =>
  getOrMake(enums, type, () => {
    const values = Object.fromEntries([
      ...Object.entries(meanings).map(([value, meaning]) => [
        enumName(value),
        { value, description: `${meaning}.` },
      ]),
      ...(answered.has(type) ? [[unrecognized, unrecognizedDoc]] : []),
    ]) as Readonly<Record<string, { readonly value?: string; readonly description?: string }>>;
    return builder.enumType(type, { description: `${about}.`, values });
  });

const scalars = {
  id: 'ID',
  int: 'Int',
  long: 'Long',
  flag: 'Boolean',
  time: 'DateTime',
  json: 'JSON',
  bytes: null,
  list: null,
  shape: null,
  variant: null,
} as const satisfies Readonly<Record<Exclude<Kind, 'text' | 'choice'>, string | null>>;

/** The scalar or enumeration that shows a value of this kind; null for lists and nested objects. */
export const leafOf = (param: Param) => {
  if (param.kind === 'choice') return enumOf(param);
  if (param.kind !== 'text') return scalars[param.kind];
  return param.personal === true ? 'PersonalIdentifier' : 'String';
};

/** Maps an unknown text of a response to UNRECOGNIZED, and what is no text to an Error. */
export const recognized = (choice: Choice) => {
  const values = new Set(choice.all);
  return (value: unknown): string | ValueError | null => {
    if (value === null || value === undefined) return null;
    if (values.has(value as string)) return value as string;
    if (!isWritable(value)) return new ValueError('a text');
    reportAnomaly('value_unrecognized');
    return unrecognized;
  };
};

type RemarksOf<P> = (param: P) => readonly (string | false)[];

/** The sentences of a description that are not about limits. */
const remarksByKind: { readonly [K in Kind]?: RemarksOf<ParamOf<K>> } = {
  time: ({ drops, keeps }) => [
    drops !== undefined && `${drops} are dropped`,
    keeps !== undefined && `${keeps} are kept`,
  ],
  flag: (param) => [param.default !== undefined && `${param.default} by default`],
};

/** The description of a column, or the beginning of that of an argument. */
export const withRemarks = <K extends Kind>(param: ParamOf<K>): string => {
  const hidden = 'isUnshown' in param && 'not returned';
  const remarks = [...(remarksByKind[param.kind]?.(param) ?? []), hidden];
  return `${param.doc}${remarks.map((remark) => (remark ? `; ${remark}` : '')).join('')}.`;
};

/** The description of an argument: its purpose, and its limits in the words of its faults. */
export const describedWith = (param: Param): string => {
  const own = limitsOf(param).map((words) => `M${words.slice(1)}.`);
  const ofItems = param.kind === 'list' ? limitsOf(param.of) : [];
  const each = ofItems.map((words) => `Each ${words}.`);
  return [withRemarks(param), ...own, ...each].join(' ');
};

/** The limits of a value as a caller sends it: also of a raw identifier, not only of its hash. */
const limitsOf = (param: Param): readonly string[] => {
  if (param.kind === 'text' && param.hashOf !== undefined) return [];
  const { min = 0, max } = param.kind === 'list' ? param : {};
  return min > 1 && max !== undefined
    ? [`must have ${min === max ? max : `${min} to ${max}`} items`]
    : limitFaults(param).map(wordsFor);
};
