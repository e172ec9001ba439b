import { appendFile, writeFile } from 'node:fs/promises';
import { UsageError } from '../../bin/commands.ts';
import { writeWhole } from '../files.ts';
import { jsonLine, valuesIn } from '../lines.ts';

/** The identity of an upload; a state belongs to one. */
type Upload = Readonly<Record<string, unknown>>;

/** The state of a batch: sent under a key, or applied. */
interface BatchState {
  readonly key: string;
  readonly isApplied: boolean;
}

/** The batches that were sent so far. It holds no identifiers. */
export interface UploadState {
  readonly of: (batch: number) => BatchState | undefined;
  readonly set: (batch: number, state: BatchState) => Promise<void>;
  /** The number of batches that are applied. */
  readonly applied: () => number;
}

type StateLine = { readonly upload: Upload } | (BatchState & { readonly batch: number });

/** A state that is forgotten when the process ends. */
export const passingState = (): UploadState => {
  const states = new Map<number, BatchState>();
  return {
    of: (batch) => states.get(batch),
    set: async (batch, state) => void states.set(batch, state),
    applied: () => Array.from(states.values()).filter(({ isApplied }) => isApplied).length,
  };
};

/** Opens the state in a file, or a new one. Throws UsageError for that of another upload. */
export const openUploadState = async (path: string, upload: Upload): Promise<UploadState> => {
  const lines = await linesOf(path);
  for (const line of lines) if ('upload' in line) checkUpload(path, line.upload, upload);
  const states = passingState();
  for (const line of lines) if ('batch' in line) await states.set(line.batch, line);
  // Whole: a line that was cut off would spoil the next.
  const text = [{ upload }, ...lines.slice(1)].map(jsonLine).join('');
  await writeWhole(path, (draft) => writeFile(draft, text));
  return {
    ...states,
    set: async (batch, state) => {
      await states.set(batch, state);
      await appendFile(path, jsonLine({ batch, ...state }));
    },
  };
};

const checkUpload = (path: string, kept: Upload, upload: Upload): void => {
  const other = Object.keys(upload).find((name) => kept[name] !== upload[name]);
  if (other !== undefined)
    throw new UsageError(`--state ${path} belongs to an upload with another ${other}`);
};

/** The lines of a state; none if there is no file. */
const linesOf = async (path: string): Promise<readonly StateLine[]> => {
  const lines = (await valuesIn(path)) as readonly StateLine[] | null;
  if (lines === null) return [];
  const [first] = lines;
  if (typeof first === 'object' && first !== null && 'upload' in first) return lines;
  throw new UsageError(`--state ${path} is not a state file of an upload`);
};
