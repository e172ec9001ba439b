import type { EnumRef } from '@pothos/core';
import type { Choice, Param } from '../upstream/catalogue/params.ts';
import type { SchemaTypes } from './builder.ts';
import { builder } from './builder.ts';

type Enum = EnumRef<SchemaTypes, string>;

const enums = new Map<string, Enum>();

/** The value that stands for what the API added after this schema was written. */
export const unrecognized = 'UNRECOGNIZED';

const described = (doc: string | undefined) =>
  doc === undefined ? {} : { description: `${doc}.` };

/** The enumeration of a closed set, one for input and output. */
const enumOf = ({ type, all, about }: Choice): Enum => {
  const known = enums.get(type);
  if (known !== undefined) return known;
  const values = Object.fromEntries([
    ...all.map((value) => [value, described(about?.values?.[value])]),
    [
      unrecognized,
      {
        description:
          'A value that this schema does not know; `raw` of the entity has it. Not accepted as input.',
      },
    ],
  ]) as Readonly<Record<string, { readonly description?: string }>>;
  const made: Enum = builder.enumType(type, { ...described(about?.doc), values });
  enums.set(type, made);
  return made;
};

/** The scalar or enumeration that shows a value of this kind; null for lists and shapes. */
export const leafOf = (param: Param) => {
  switch (param.kind) {
    case 'text':
      return param.personal === true ? 'PersonalIdentifier' : 'String';
    case 'id':
      return 'ID';
    case 'int':
      return 'Int';
    case 'long':
      return 'Long';
    case 'flag':
      return 'Boolean';
    case 'time':
      return 'DateTime';
    case 'choice':
      return enumOf(param);
    case 'json':
      return 'JSON';
    default:
      return null;
  }
};

/** A value as the field of an enumeration shows it. */
export const recognized = (choice: Choice) => {
  const values = new Set(choice.all);
  return (value: unknown): string | null =>
    value === null || value === undefined
      ? null
      : values.has(value as string)
        ? (value as string)
        : unrecognized;
};

const forms: Readonly<Record<string, string>> = { cardUri: 'of the form card://<id>' };

/** What a description adds about the limits of a parameter. */
export const limitsOf = (param: Param): string => {
  const parts: string[] = [];
  if (param.kind === 'text') {
    if (param.max !== undefined) parts.push(`at most ${param.max} characters`);
    if (param.oneOf !== undefined) parts.push(`one of ${param.oneOf.join(', ')}`);
    const form = param.format === undefined ? undefined : forms[param.format];
    if (form !== undefined) parts.push(form);
  }
  if (param.kind === 'int' && param.oneOf !== undefined)
    parts.push(`one of ${param.oneOf.join(', ')}`);
  if (param.kind === 'int' && param.min !== undefined) {
    parts.push(param.max === undefined ? `at least ${param.min}` : `${param.min} to ${param.max}`);
  }
  if (param.kind === 'list' && param.max !== undefined) parts.push(`at most ${param.max}`);
  if (param.kind === 'list' && param.of.kind === 'text' && param.of.oneOf !== undefined) {
    parts.push(`each one of ${param.of.oneOf.join(', ')}`);
  }
  if (param.kind === 'choice' && param.values.length < param.all.length) {
    const missing = param.all.filter((value) => !param.values.includes(value));
    parts.push(`not ${missing.join(', ')}`);
  }
  if (param.kind === 'time' && param.whole !== undefined) parts.push(`whole ${param.whole}s only`);
  if (param.kind === 'time' && param.drops !== undefined) parts.push(`${param.drops} are dropped`);
  if (param.kind === 'flag' && param.default !== undefined)
    parts.push(`${param.default} unless given`);
  return parts.length === 0 ? '' : `; ${parts.join('; ')}`;
};
