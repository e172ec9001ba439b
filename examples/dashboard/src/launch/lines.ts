import type { Draft } from '../draft-line-item.ts';
import type { OpenWrite } from '../relay/open-writes.ts';

/** A line item of the form: what is not a field of text. */
export interface Line {
  readonly key: string;
  readonly picks: Draft['picks'];
}

/** A line item that nobody has filled in. */
export const newLine = (): Line => ({ key: crypto.randomUUID(), picks: [] });

/** The line items of an open launch. Its names are what each of them targets. */
export const keptLines = ({ names }: OpenWrite<unknown>): readonly Line[] =>
  names.map((picks) => ({ ...newLine(), picks: JSON.parse(picks) as Draft['picks'] }));
