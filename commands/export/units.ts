import type { Connection } from '../connection.ts';
import { print as printed } from '../output.ts';
import { type Clock, machine } from '../patient.ts';
import type { Progress } from '../progress.ts';
import { dayOf, daysBetween, numberOf } from './days.ts';
import type { ExportSelection } from './options.ts';
import { type Account, type AskGraph, askWith, readAccounts } from './source.ts';
import type { Table } from './tables.ts';

/** A table of an account: what is read, and fails, as one. */
export interface TableOfAccount<T extends Table = Table> {
  readonly table: T;
  readonly account: Account;
  /** Such as `campaigns/18ce54bik3s`. */
  readonly name: string;
}

/** What is exported from where. */
export interface ExportContext {
  readonly ask: AskGraph;
  readonly connection: Connection;
  readonly progress: Progress;
  readonly chosen: ExportSelection;
  readonly clock: Clock;
  /** Writes what a program reads. */
  readonly print: (text: string) => Promise<void>;
}

/** What a test replaces. */
export type OwnParts = Partial<Pick<ExportContext, 'clock' | 'print' | 'progress'>>;

/** Connects what is chosen with where it is read. */
export const exportingWith = (
  parts: Pick<ExportContext, 'connection' | 'progress' | 'chosen'>,
  { clock = machine, print = printed, progress = parts.progress }: OwnParts = {},
): ExportContext => ({
  ...{ ...parts, clock, print, progress },
  ask: askWith(parts.connection.client, progress, clock),
});

/** The tables of each account, and the accounts that were named and are not visible. */
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

/** The days of the range, in an account. */
export const rangeOf = ({ days, last }: ExportSelection, { today }: Account): readonly string[] =>
  days === null
    ? daysBetween(dayOf(numberOf(today) - last + 1), today)
    : daysBetween(days.first, days.last < today ? days.last : today);
