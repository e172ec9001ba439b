import type { AccountRows } from './dataset.ts';
import { dataset, listedAccounts } from './dataset.ts';
import { columnOf, links, lists } from './entities.ts';
import type { Json } from './json.ts';
import type { Query, Selection, Variables } from './queries.ts';
import type { Row } from './rows.ts';
import { statsOf } from './stats.ts';

/** The correct answer to a query: the value of its root field. */
export const expectedOf = (query: Query, variables: Variables): Json => {
  const { selection } = query;
  if (query.root === 'accounts') {
    return listedAccounts.map((of) => nodeOf(of.account, { selection, of, variables }));
  }
  const of = accountOf(variables);
  if (query.root === 'account') return nodeOf(of.account, { selection, of, variables });
  const campaigns = new Map(of.rows.Campaign.map((row) => [row.id, row]));
  return (variables.ids ?? []).map((id) => {
    const row = campaigns.get(id);
    return row === undefined ? null : nodeOf(row, { selection, of, variables });
  });
};

interface Scope {
  readonly selection: Selection;
  readonly of: AccountRows;
  readonly variables: Variables;
}

const accountOf = ({ account }: Variables): AccountRows => {
  const rows = dataset.get(account ?? '');
  if (rows === undefined) throw new Error(`no account ${account}`);
  return rows;
};

const nodeOf = (row: Row, scope: Scope): Json => {
  const { selection } = scope;
  return Object.fromEntries([
    ...selection.fields.map((field) => [field, row[columnOf(field)] ?? null]),
    ...Object.entries(selection.below).map(([field, below]) => [
      field,
      belowOf(row, field, { ...scope, selection: below }),
    ]),
    ...(selection.stats === undefined ? [] : [['stats', statsOf(row.id, selection.stats)]]),
  ]);
};

const belowOf = (row: Row, field: string, scope: Scope): Json => {
  const { of, variables } = scope;
  const values = (rows: readonly Row[]): readonly Json[] =>
    rows.map((child) => nodeOf(child, scope));
  if (isLink(field)) {
    const id = row[links[field].column];
    const linked = of.rows[links[field].of].filter((candidate) => candidate.id === id);
    return values(linked)[0] ?? null;
  }
  if (!isListField(field)) throw new Error(`no field ${field}`);
  const { column, of: entity } = lists[field];
  const rows = of.rows[entity].filter((child) => column === null || child[column] === row.id);
  return values(rows.slice(0, firstOf(scope.selection, variables)));
};

const isLink = (field: string): field is keyof typeof links => field in links;

const isListField = (field: string): field is keyof typeof lists => field in lists;

const firstOf = ({ first }: Selection, variables: Variables): number | undefined =>
  first === 'variable' ? variables.first : first;
