import { escaped } from '../../src/shared/sign-in/html.ts';
import { labelOf } from '../../src/upstream/catalogue/language/labels.ts';
import { isObject } from '../../src/upstream/catalogue/language/values.ts';
import { isMoney, membersOf, type NamedValue, type ValueSetting, valueText } from './value-text.ts';

/** Rows under a heading, which is empty for those of the thing itself. */
interface Group {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, ...values: string[]])[];
}

/** A table of fields, with headings such as `Line items, 1 of 2`. Takes texts, not HTML. */
export const tableHtml = (
  caption: string,
  heads: readonly string[],
  groups: readonly Group[],
): string => `<table class="fields"><caption>${escaped(caption)}</caption>
<tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr>
${groups.map((group) => groupHtml(group, heads.length)).join('\n')}</table>`;

const groupHtml = ({ title, rows }: Group, columns: number): string => {
  const head = `<tr><th scope="rowgroup" colspan="${columns}">${escaped(title)}</th></tr>\n`;
  const lines = rows.map(([label, ...values]) => {
    const cells = values.map((value) => `<td>${escaped(value)}</td>`);
    return `<tr><th scope="row">${escaped(label)}</th>${cells.join('')}</tr>`;
  });
  return `<tbody>${title === '' ? '' : head}${lines.join('\n')}</tbody>`;
};

/** Members in rows. An object in them is a group; a small object of a list is one row. */
export const groupsOf = (
  members: readonly NamedValue[],
  setting: ValueSetting,
  title = '',
): readonly Group[] => {
  const parts = members.flatMap(partsOf);
  const rows = parts
    .filter(({ value }) => !isGroup(value))
    .map((part) => [part.label, valueText(part, setting)] as const);
  const below = parts.flatMap(({ label, value, type }) =>
    isGroup(value)
      ? groupsOf(membersOf(value, type), setting, title === '' ? label : `${title} › ${label}`)
      : [],
  );
  return rows.length === 0 ? below : [{ title, rows }, ...below];
};

interface Part extends NamedValue {
  readonly label: string;
}

/** A member, or the items of a list of objects. */
const partsOf = (member: NamedValue): readonly Part[] => {
  const { name, value } = member;
  const label = labelOf(name);
  if (!Array.isArray(value) || !value.some(isObject)) return [{ ...member, label }];
  return value.map((one: unknown, index) => ({
    ...member,
    // A list of one is a value of one row.
    value: isSmall(one) ? [one] : one,
    label: `${label}, ${index + 1} of ${value.length}`,
  }));
};

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !isMoney(value);

/** True for an object whose members are plain values. */
const isSmall = (value: unknown): boolean =>
  isObject(value) && !Object.values(value).some((one) => isGroup(one) || Array.isArray(one));
