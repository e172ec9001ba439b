import { isolated } from '../../src/upstream/catalogue/language/foreign-text.ts';
import { labelOf } from '../../src/upstream/catalogue/language/labels.ts';
import { isObject } from '../../src/upstream/catalogue/language/values.ts';
import type { DryEntry, TypeOfField } from '../gateway.ts';
import type { PlanText } from '../plans/write-plan.ts';
import { groupsOf, tableHtml } from './fields-table.ts';
import { type ValueSetting, valueText } from './value-text.ts';

type Change = DryEntry['changes'][number];

interface ChangesSetting extends ValueSetting {
  readonly typeOf: TypeOfField;
}

/** The fields that writes change, a table for each thing, with their values before and after. */
export const changesHtml = ({ writes }: PlanText, setting: ChangesSetting): string => {
  const changes = writes.flatMap((write) => write.changes);
  if (changes.length === 0) return '';
  const things = Map.groupBy(changes, (change) => change.id ?? change);
  const tables = [...things.values()].map((own) => tableOf(own, setting));
  return `<details><summary>All fields</summary>${tables.join('\n')}</details>`;
};

const actions = { CREATE: ' (new)', UPDATE: '', DELETE: ' (deleted)' } as const;

const tableOf = (changes: readonly Change[], setting: ChangesSetting): string => {
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
    type: setting.typeOf(type, field),
  }));
  return tableHtml(title, ['Field', 'Value'], groupsOf(typed, setting));
};

const changeRow = ({ type, field, before, after }: Change, setting: ChangesSetting) => {
  const name = field ?? '';
  const [from, to] = [before, after].map((value) =>
    valueText({ name, value, type: setting.typeOf(type, name) }, setting),
  );
  return [labelOf(name), from ?? '', to ?? ''] as const;
};
