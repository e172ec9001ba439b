import { enumName } from '../names.ts';
import { formats } from './formats.ts';
import type { Kind, ParamOf, Text } from './params.ts';
import { fault, type ValueFault } from './problem.ts';
import { formatFault, outside } from './validate-value.ts';

type MaybeFaults = readonly (ValueFault | false | undefined)[];
type FaultsOf<P> = (param: P) => MaybeFaults;

const ofText = ({ min = 0, max, oneOf, format }: Text): MaybeFaults => [
  min === 1 && max === undefined && fault('blank'),
  min > 1 && fault('tooShort', { min: `${min}` }),
  max !== undefined && fault('tooLong', { max: `${max}` }),
  oneOf !== undefined && fault('notListed', { allowed: oneOf }),
  format !== undefined && formatFault(formats[format]),
];

const limits: { readonly [K in Kind]?: FaultsOf<ParamOf<K>> } = {
  text: ofText,
  int: ({ min, max, oneOf }) => [
    oneOf !== undefined && fault('notListed', { allowed: oneOf.map(String) }),
    (min ?? max) !== undefined && outside(min?.toString(), max?.toString()),
  ],
  long: ({ min }) => [min !== undefined && outside(min, undefined)],
  list: ({ min = 0, max }) => [
    min > 1 && fault('tooFew', { min: `${min}` }),
    max !== undefined && fault('tooMany', { max: `${max}` }),
  ],
  choice: ({ values, all }) => [
    values.length < all.length && fault('notListed', { allowed: values.map(enumName) }),
  ],
  time: ({ whole, future, withinHoursAgo, withinYears, withinMonths }) => [
    whole !== undefined && fault('notHour'),
    future === true && fault('over'),
    withinHoursAgo !== undefined && fault('overTooLong', { value: `${withinHoursAgo} hours` }),
    withinYears !== undefined && fault('tooFarAhead', { value: `${withinYears} years` }),
    withinMonths !== undefined && fault('notWithin', { value: `${withinMonths} months` }),
  ],
};

/** Faults of values beyond the limits of a parameter, such as a name of 256 characters. */
export const limitFaults = <K extends Kind>(param: ParamOf<K>): readonly ValueFault[] =>
  (limits[param.kind]?.(param) ?? []).flatMap((found) => found || []);
