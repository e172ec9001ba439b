import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../bin/commands.ts';
import { sizeOf } from '../files.ts';
import { daysBetween, type Partition, usualPartition } from './days.ts';
import type { ExportSelection } from './options.ts';
import { partitionIn } from './schema-file.ts';
import type { Choice } from './state.ts';
import { groups } from './tables.ts';

/** The options of a run that its state and its folder have to fit. */
interface Wanted {
  readonly chosen: ExportSelection;
  readonly format: Choice['format'];
  /** Undefined for that of the state, else that of the folder, else the default. */
  readonly partition: Partition | undefined;
  readonly state: string | undefined;
  readonly out: string;
}

const settled = ['segment', 'format', 'partition'] as const;

/** The kept choice with the groups of this run. Throws UsageError if another option differs. */
const joined = ({ state, chosen }: Wanted, kept: Choice, wanted: Choice): Choice => {
  const other = settled.find((name) => JSON.stringify(kept[name]) !== JSON.stringify(wanted[name]));
  if (other !== undefined)
    throw new UsageError(`--state ${state} belongs to an export with another ${other}`);
  const metrics = groups.filter(
    (group) => kept.metrics.includes(group) || chosen.groups.includes(group),
  );
  return { ...kept, metrics };
};

/**
 * Returns a function that joins the options of a run with the kept choice of its state, which is
 * null for a new state. It throws UsageError if they differ, or if the folder has another
 * partition.
 */
export const choiceJoinerFor = async (wanted: Wanted): Promise<(kept: Choice | null) => Choice> => {
  const { chosen, format, out } = wanted;
  const ofFolder = out === '' ? null : partitionIn(await describedIn(out));
  const { days, last } = chosen;
  const length = days === null ? last : daysBetween(days.first, days.last).length;
  return (kept) => {
    const usual = kept?.partition ?? ofFolder ?? usualPartition(length);
    const partition = wanted.partition ?? usual;
    const segment = chosen.segmentation ?? undefined;
    const choice = { segment, format, partition, metrics: chosen.groups };
    const whole = kept === null ? choice : joined(wanted, kept, choice);
    if (ofFolder !== null && ofFolder !== partition)
      throw new UsageError(`--out ${out} has results with --partition ${ofFolder}`);
    return whole;
  };
};

/** The text of `schema.json` in a folder; null if there is none. */
export const describedIn = async (folder: string): Promise<string | null> => {
  const path = join(folder, 'schema.json');
  return (await sizeOf(path)) === null ? null : readFile(path, 'utf8');
};
