import type { GraphQLSchema, GraphQLType } from 'graphql';
import { rowsOf } from '../../src/resolvers/dry-run/shown.ts';
import { isolated } from '../../src/upstream/catalogue/language/foreign-text.ts';
import { labelOf } from '../../src/upstream/catalogue/language/labels.ts';
import { isObject } from '../../src/upstream/catalogue/language/values.ts';
import type { DryEntry } from '../gateway.ts';
import type { PlanText, WritePlan } from '../plans/write-plan.ts';
import { groupsOf, tableHtml } from './fields-table.ts';
import { type ValueSetting, valueText } from './value-text.ts';

type Change = DryEntry['changes'][number];

interface ChangesSetting {
  readonly zone: WritePlan['timeZone'];
  readonly schema: GraphQLSchema;
}

/** A change, and the types of the fields of its row. */
interface TypedChange extends Change {
  readonly typeOf: (field: string) => GraphQLType | null;
}

/** The fields that writes change, a table for each thing, with their values before and after. */
export const changesHtml = ({ writes }: PlanText, { schema, zone }: ChangesSetting): string => {
  const changes = writes.flatMap((write) => typedChanges(write, schema));
  if (changes.length === 0) return '';
  const things = Map.groupBy(changes, (change) => change.id ?? change);
  const tables = [...things.values()].map((own) => tableOf(own, { zone }));
  return `<details><summary>All fields</summary>${tables.join('\n')}</details>`;
};

/** The changes of a write with their types. */
const typedChanges = (write: DryEntry, schema: GraphQLSchema): readonly TypedChange[] => {
  const { typeOf } = rowsOf(schema, write.field);
  return write.changes.map((change) => ({
    ...change,
    typeOf: (field) => typeOf(change.type, field),
  }));
};

const actions = { CREATE: ' (new)', UPDATE: '', DELETE: ' (deleted)' } as const;

const tableOf = (changes: readonly TypedChange[], setting: ValueSetting): string => {
  const [first] = changes;
  if (first === undefined) return '';
  const { type, name, id, action } = first;
  const own = name === null ? id?.split(':').at(-1) : `“${isolated(name)}”`;
  const title = `${labelOf(type)} ${own ?? ''}${actions[action]}`;
  if (action === 'UPDATE') {
    const rows = changes.map((change) => changeRow(change, setting));
    return tableHtml(title, ['Field', 'Before', 'After'], [{ title: '', rows }]);
  }
  const members = changes.flatMap(({ before, after }) => {
    const row = after ?? before;
    return isObject(row) ? Object.entries(row) : [];
  });
  const typed = members.map(([field, value]) => ({
    name: field,
    value,
    type: first.typeOf(field),
  }));
  return tableHtml(title, ['Field', 'Value'], groupsOf(typed, setting));
};

const changeRow = ({ field, before, after, typeOf }: TypedChange, setting: ValueSetting) => {
  const name = field ?? '';
  const [from, to] = [before, after].map((value) =>
    valueText({ name, value, type: typeOf(name) }, setting),
  );
  return [labelOf(name), from ?? '', to ?? ''] as const;
};
