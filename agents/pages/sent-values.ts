import { type FieldNode, type GraphQLSchema, Kind, parse, valueFromASTUntyped } from 'graphql';
import { labelOf } from '../../src/upstream/catalogue/language/labels.ts';
import { isObject } from '../../src/upstream/catalogue/language/values.ts';
import type { PlanText, WritePlan } from '../plans/write-plan.ts';
import { groupsOf, tableHtml } from './fields-table.ts';
import { membersOf, type NamedValue } from './value-text.ts';

interface SentSetting {
  readonly zone: WritePlan['timeZone'];
  readonly schema: GraphQLSchema;
}

/** The values that the mutations of a plan send, a table for each. */
export const sentValuesHtml = (text: PlanText, { zone, schema }: SentSetting): string => {
  const tables = mutationsOf(text.document).map((node) => {
    const name = (node.alias ?? node.name).value;
    const write = text.writes.find(({ path }) => path === name);
    const [currency, another] = new Set(currenciesIn([write?.money, write?.changes]));
    const setting = { zone, currency: another === undefined ? currency : undefined };
    const groups = groupsOf(argumentsOf(node, text.variables, schema), setting);
    const title = labelOf(node.name.value);
    return groups.length === 0 ? '' : tableHtml(title, ['Field', 'Value'], groups);
  });
  const all = tables.join('\n').trim();
  return all === '' ? '' : `<details><summary>Values to send</summary>${all}</details>`;
};

const mutationsOf = (document: string): readonly FieldNode[] =>
  parse(document, { noLocation: true }).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.filter((one) => one.kind === Kind.FIELD)
      : [],
  );

/** The arguments of a mutation with their values; of a single `input` its members. */
const argumentsOf = (
  { name, arguments: given = [] }: FieldNode,
  variables: PlanText['variables'],
  schema: GraphQLSchema,
): readonly NamedValue[] => {
  const known = schema.getMutationType()?.getFields()[name.value]?.args ?? [];
  const values = given.map((one) => ({
    name: one.name.value,
    value: valueFromASTUntyped(one.value, variables),
    type: known.find((argument) => argument.name === one.name.value)?.type ?? null,
  }));
  const [first] = values;
  return values.length === 1 && first?.name === 'input' && isObject(first.value)
    ? membersOf(first.value, first.type)
    : values;
};

const currenciesIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(currenciesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'currency' && typeof one === 'string' ? [one] : currenciesIn(one),
  );
};
