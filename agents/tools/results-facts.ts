import type { Cell } from '../answers/table.ts';
import type { ToolKind } from './tool.ts';

interface LineItemFacts {
  readonly objective?: string | null;
  readonly campaign?: { readonly name: string | null } | null;
}

/** A thing with its objective and its campaign. */
export interface FoundFacts extends LineItemFacts {
  readonly lineItem?: LineItemFacts | null;
  readonly lineItems?: { readonly nodes: readonly LineItemFacts[] } | null;
}

/** The columns beside the figures of a level. */
interface LevelFacts {
  readonly columns: readonly string[];
  readonly selected: string;
  readonly cells: (thing: FoundFacts) => readonly Cell[];
}

const none: LevelFacts = { columns: [], selected: '', cells: () => [] };

const cellsOf = (facts: LineItemFacts | null | undefined): readonly Cell[] => [
  facts?.objective ?? null,
  facts?.campaign?.name ?? null,
];

/** The objective of each row, and the campaign that it belongs to. */
export const factsOf: Readonly<Record<ToolKind, LevelFacts>> = {
  ACCOUNT: none,
  FUNDING_INSTRUMENT: none,
  // All line items of a campaign have one objective.
  CAMPAIGN: {
    columns: ['objective'],
    selected: 'lineItems(first: 1) { nodes { objective } }',
    cells: ({ lineItems }) => [lineItems?.nodes[0]?.objective ?? null],
  },
  LINE_ITEM: {
    columns: ['objective', 'campaign'],
    selected: 'objective campaign { name }',
    cells: cellsOf,
  },
  PROMOTED_TWEET: {
    columns: ['objective', 'campaign'],
    selected: 'lineItem { objective campaign { name } }',
    cells: ({ lineItem }) => cellsOf(lineItem),
  },
};
