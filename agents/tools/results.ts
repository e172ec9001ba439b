import { sorted } from '../answers/table.ts';
import { wrongArguments } from '../tool-error.ts';
import { figuresOf } from './figures.ts';
import { accountsOf } from './results-accounts.ts';
import { resultsInput } from './results-input.ts';
import { checkRange, notFinal } from './results-range.ts';
import { readResults } from './results-rows.ts';
import { totalsOf } from './results-totals.ts';
import { tableOf, tableSchema, tool } from './tool.ts';

/** `ads_results`: figures of accounts and of what is in them. */
export const results = tool({
  name: 'ads_results',
  title: 'Results',
  description:
    'Figures of an account, or of everything of a level that ran in it, or of ids. Usually impressions, clicks, clickRate, spend and costPerClick. Totals are of all rows. Amounts are in the currency of the account. It adds up, sorts and compares: do not do it yourself.',
  input: resultsInput,
  output: tableSchema,
  run: async (input, call) => {
    const { level, metrics, sort, top, by, compare = false } = input;
    const figures = figuresOf(level, metrics);
    checkRange(input.range);
    checkSort(sort, figures);
    const accounts = await accountsOf(input, call);
    const found = await readResults(accounts, { level, figures, by, compare }, call);
    const names = figures.map(({ name }) => name);
    const columns = [
      'id',
      'name',
      ...(by === undefined ? [] : ['start']),
      ...names,
      ...(compare ? names.map((name) => `${name}Before`) : []),
    ];
    const order = sort ?? (by === undefined && names.includes('spend') ? '-spend' : null);
    const rows = order === null ? found.rows : sorted({ columns, rows: found.rows }, order);
    const { totals, notes } = totalsOf(found, { figures, columns, compare });
    const shown = rows.slice(0, top ?? rows.length);
    const left = rows.length - shown.length;
    return tableOf(
      {
        columns,
        rows: shown,
        ...(totals !== null && { totals }),
        notes: [
          ...(left > 0 ? [`${left} more rows are in the totals only (top ${top}).`] : []),
          ...new Set(accounts.map(({ known }) => `Range: ${known.text}`)),
          ...new Set(accounts.flatMap(({ known }) => notFinal(known, call.now()) ?? [])),
          ...notes,
        ],
      },
      call,
      found.answers,
    );
  },
});

const checkSort = (
  sort: string | undefined,
  figures: readonly { readonly name: string }[],
): void => {
  if (sort === undefined || figures.some(({ name }) => name === sort.replace(/^-/, ''))) return;
  throw wrongArguments([{ argument: 'sort', message: 'Sort by one of the metrics of this call.' }]);
};
