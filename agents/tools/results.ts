import { sorted } from '../answers/table.ts';
import { wrongArguments } from '../tool-error.ts';
import { withAccountId } from './account-named.ts';
import { figuresOf } from './figures.ts';
import { accountsOf, checkRange, notFinal, resultsInput } from './results-input.ts';
import { factsOf, readResults, rowsOf, type WantedFigures } from './results-rows.ts';
import { summedRows, totalsOf } from './results-sums.ts';
import { type ToolKind, tableOf, tableSchema, tool } from './tool.ts';

/** `ads_results`: figures of accounts and of the things in them. */
export const results = tool({
  name: 'ads_results',
  title: 'Results',
  description:
    'Figures of an account, or of everything of a level that ran in it, or of ids. Usually impressions, clicks, clickRate, spend and costPerClick, with objective and campaign. Level ACCOUNT with by DAY is the spend of each day. Totals are of all rows. It adds up, sorts and compares: do not do it yourself.',
  input: resultsInput,
  output: tableSchema,
  run: async (given, call) => {
    const { level, metrics, sort, top, by, compare = false } = given;
    const { figures, from } = figuresOf(level, metrics);
    checkRange(given.range);
    checkSort(sort, figures);
    const isSummed = from !== level;
    const wanted = { level: from, figures, by, compare, isSummed };
    const accounts = await accountsOf(await withAccountId(given, call), from, call);
    const found = await readResults(accounts, wanted, call);
    const columns = columnsOf(wanted);
    const unsorted = found.flatMap((one) =>
      isSummed ? summedRows(one, wanted) : one.things.flatMap((thing) => rowsOf(thing, wanted)),
    );
    const order = sort ?? (by === undefined && columns.includes('spend') ? '-spend' : null);
    const rows = order === null ? unsorted : sorted({ columns, rows: unsorted }, order);
    const { totals, notes } = totalsOf(found, wanted);
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
          ...(isSummed ? [`Summed from ${summedFrom[from]} of the account.`] : []),
          ...notes,
        ],
      },
      call,
      found.flatMap(({ answers }) => answers),
    );
  },
});

const summedFrom: Readonly<Partial<Record<ToolKind, string>>> = {
  FUNDING_INSTRUMENT: 'funding instruments',
  CAMPAIGN: 'campaigns',
};

const columnsOf = ({ level, figures, by, compare, isSummed }: WantedFigures): readonly string[] => {
  const names = figures.map(({ name }) => name);
  return [
    'id',
    'name',
    ...(by === undefined ? [] : ['start']),
    ...names,
    ...(compare ? names.map((name) => `${name}Before`) : []),
    ...(by === undefined && !isSummed ? factsOf[level].columns : []),
  ];
};

const checkSort = (
  sort: string | undefined,
  figures: readonly { readonly name: string }[],
): void => {
  if (sort === undefined || figures.some(({ name }) => name === sort.replace(/^-/, ''))) return;
  throw wrongArguments([{ argument: 'sort', message: 'Sort by one of the metrics of this call.' }]);
};
