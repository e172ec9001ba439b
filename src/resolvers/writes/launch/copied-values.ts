import { problemsIn } from '../../../upstream/catalogue/language/check.ts';
import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import { labelAt } from '../../../upstream/catalogue/language/labels.ts';
import type { Param } from '../../../upstream/catalogue/language/params.ts';
import { sentenceOf } from '../../../upstream/catalogue/language/problem.ts';
import { shownIn } from '../../../upstream/catalogue/language/stored-values.ts';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import { type Row, sentOf } from '../../../upstream/client/row.ts';
import { columnsOf } from './copied-columns.ts';

/** The values of a row that a copy sends, and the reasons for which others cannot be sent. */
interface CopiedValues {
  readonly values: Values;
  readonly lost: readonly string[];
}

/** Without these values a line item would cost or show something else, so a copy is refused. */
const decisive: ReadonlySet<string> = new Set([
  'bid_strategy',
  'goal',
  'objective',
  'pay_by',
  'placements',
  'product_type',
]);

/** The time of the copy, and the columns that the caller overrides. */
interface CopyRules {
  readonly now: number;
  readonly overridden?: Values;
}

/** The values of a row that a copy sends, except the columns that the caller overrides. */
export const copiedValues = (
  creation: Endpoint,
  row: Row,
  { now, overridden = {} }: CopyRules,
): CopiedValues => {
  const entity = creation.returns.of?.name ?? '';
  const values: Record<string, unknown> = {};
  const lost: string[] = [];
  for (const name of columnsOf(entity, 'copied')) {
    const param = creation.params[name];
    if (param === undefined || overridden[name] !== undefined) continue;
    const value = shownIn(row, [name, param]);
    if (isEmpty(value) || isOfApi(param, value)) continue;
    const sent = sentValue(param, value);
    const [problem] = problemsIn({ [name]: param }, [], { [name]: sent }, { path: [], now });
    if (problem === undefined || decisive.has(name)) values[name] = sent;
    else lost.push(sentenceOf(problem));
  }
  for (const name of columnsOf(entity, 'reported')) {
    if (isEmpty(row[name]) || row[name] === false) continue;
    lost.push(`${labelAt([name])} cannot be set on a copy.`);
  }
  return { values, lost };
};

/** Sentences about rules that the values of a row break, since the API does not enforce them. */
export const brokenRules = (creation: Endpoint, row: Row, now: number): readonly string[] =>
  problemsIn({}, creation.rules, copiedValues(creation, row, { now }).values, {
    path: [],
    now,
  }).map(sentenceOf);

/** Sentences about the columns of a row that the catalogue lacks. A copy cannot have them. */
export const unknownColumns = ({ returns: { of } }: Endpoint, row: Row): readonly string[] =>
  Object.entries(sentOf(row)).flatMap(([name, value]) =>
    of === null || Object.hasOwn(of.columns, name) || isEmpty(value)
      ? []
      : [`The gateway does not know its ${name}.`],
  );

/** The values of a row, or the reason for which no row like it can be made. */
export const copiedWhole = (creation: Endpoint, row: Row, now: number): Values | string => {
  const { entity_status: state } = row;
  if (!isEmpty(state) && state !== 'ACTIVE') {
    return `Its state is ${state}, and a new one is ACTIVE.`;
  }
  const { values, lost } = copiedValues(creation, row, { now });
  const [problem] = problemsIn(creation.params, creation.rules, values, { path: [], now });
  return lost[0] ?? (problem === undefined ? values : sentenceOf(problem));
};

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** True if only the API itself sets this value, such as an event that is charged. */
const isOfApi = (param: Param, value: unknown): boolean =>
  param.kind === 'choice' &&
  param.isFilled === true &&
  param.all.includes(String(value)) &&
  !param.values.includes(String(value));

const sentValue = ({ kind }: Param, value: unknown): unknown =>
  kind === 'long' || kind === 'id' ? String(value) : value;
