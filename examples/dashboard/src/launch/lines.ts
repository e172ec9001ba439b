import type { Picked, Target } from '../draft-line-item.ts';
import type { FormDraft } from '../form-draft.ts';
import type { OpenWrite } from '../relay/open-writes.ts';

interface Choice {
  readonly targets: readonly Target[];
  readonly posts: readonly Picked[];
}

/** The part of a line item that is not in text fields. */
export interface Line extends Choice {
  readonly key: string;
}

/** A blank line item. */
export const newLine = (): Line => ({ key: crypto.randomUUID(), targets: [], posts: [] });

/** The targets and posts of a line item, as the name that an open launch keeps for it. */
export const keptName = ({ targets, posts }: Line): string => JSON.stringify({ targets, posts });

/** The line items of an open launch. */
export const keptLines = ({ names }: Pick<OpenWrite<unknown>, 'names'>): readonly Line[] =>
  names.map((name) => ({ ...newLine(), ...(JSON.parse(name) as Choice) }));

/** The last shown stage of a draft. */
export const draftStage = (draft: FormDraft): number => Number(draft.read()?.['stage'] ?? 0);

/** The line items of a draft; a blank one if there is none. */
export const draftLines = (draft: FormDraft): readonly Line[] => {
  const kept = draft.read()?.['lines'];
  return kept === undefined ? [newLine()] : keptLines({ names: JSON.parse(kept) });
};
