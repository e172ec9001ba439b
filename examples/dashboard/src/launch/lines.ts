import type { Picked, Target } from '../draft-line-item.ts';
import type { FormDraft } from '../form-draft.ts';
import type { OpenWrite } from '../relay/open-writes.ts';

interface Choice {
  readonly targets: readonly Target[];
  readonly posts: readonly Picked[];
}

/** A line item of the form: what is not a field of text. */
export interface Line extends Choice {
  readonly key: string;
}

/** A line item that nobody has filled in. */
export const newLine = (): Line => ({ key: crypto.randomUUID(), targets: [], posts: [] });

/** What was chosen for a line item, as the name of it that an open launch keeps. */
export const keptName = ({ targets, posts }: Line): string => JSON.stringify({ targets, posts });

/** The line items of an open launch. */
export const keptLines = ({ names }: Pick<OpenWrite<unknown>, 'names'>): readonly Line[] =>
  names.map((name) => ({ ...newLine(), ...(JSON.parse(name) as Choice) }));

/** The stage of a draft that was shown last. */
export const draftStage = (draft: FormDraft): number => Number(draft.read()?.['stage'] ?? 0);

/** The line items of a draft; one that nobody has filled in where there is none. */
export const draftLines = (draft: FormDraft): readonly Line[] => {
  const kept = draft.read()?.['lines'];
  return kept === undefined ? [newLine()] : keptLines({ names: JSON.parse(kept) });
};
