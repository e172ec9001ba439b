import type { Connection } from '../connection.ts';
import type { Progress } from '../output.ts';
import { print as printed } from '../output.ts';
import { type Clock, machine } from '../patient.ts';
import { dayOf, daysBetween, numberOf } from './days.ts';
import type { ExportSelection } from './options.ts';
import { type Account, type AskGraph, askWith, readAccounts } from './source.ts';
import type { Table } from './tables.ts';

/** A table of an account, which succeeds or fails as a whole. */
export interface TableOfAccount<T extends Table = Table> {
  readonly table: T;
  readonly account: Account;
  /** Such as `campaigns/18ce54bik3s`. */
  readonly name: string;
}

/** The source, the selection and the output of an export. */
export interface ExportContext {
  readonly ask: AskGraph;
  readonly connection: Connection;
  readonly progress: Progress;
  readonly chosen: ExportSelection;
  readonly clock: Clock;
  /** Writes text for programs. */
  readonly print: (text: string) => Promise<void>;
}

/** The parts that a test may replace. */
export type OwnParts = Partial<Pick<ExportContext, 'clock' | 'print' | 'progress'>>;

/** Creates the context of an export over a connection. */
export const exportingWith = (
  parts: Pick<ExportContext, 'connection' | 'progress' | 'chosen'>,
  { clock = machine, print = printed, progress = parts.progress }: OwnParts = {},
): ExportContext => ({
  ...{ ...parts, clock, print, progress },
  ask: askWith(parts.connection.client, progress, clock),
});

/** The tables of each account, and the requested accounts that are not visible. */
export const unitsOf = async ({ ask, chosen }: ExportContext) => {
  const accounts = await readAccounts(ask, chosen.accounts);
  const found = new Set(accounts.map(({ id }) => id.toLowerCase()));
  return {
    units: accounts.flatMap((account) =>
      chosen.tables.map(
        (table): TableOfAccount => ({
          table,
          account,
          name: `${table.name}/${account.id}`,
        }),
      ),
    ),
    missing: (chosen.accounts ?? []).filter((id) => !found.has(id)),
  };
};

/** The selected days, up to the current day of an account. */
export const rangeOf = ({ days, last }: ExportSelection, { today }: Account): readonly string[] =>
  days === null
    ? daysBetween(dayOf(numberOf(today) - last + 1), today)
    : daysBetween(days.first, days.last < today ? days.last : today);
