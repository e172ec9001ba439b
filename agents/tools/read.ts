import { z } from 'zod';
import { sorted, withColumns } from '../answers/table.ts';
import { ToolError, wrongArguments } from '../tool-error.ts';
import { argumentsOf, tableOf, tableSchema, tool } from './tool.ts';

/** `ads_read`: further rows of a result that did not fit. */
export const read = tool({
  name: 'ads_read',
  title: 'Read on',
  description:
    'More rows of an answer that was too long, or other columns or another order of it. Costs no call of the API.',
  input: argumentsOf({
    answer: z.string().max(100),
    offset: z.int().min(0).optional(),
    columns: z.array(z.string().max(200)).min(1).max(200).optional(),
    sort: z.string().max(200).optional().describe('a column; - first for the highest first'),
  }),
  output: tableSchema,
  run: async ({ answer, offset = 0, columns, sort }, call) => {
    const kept = await call.kept.find(call.viewer, answer);
    if (kept === null) {
      throw new ToolError('ANSWER_EXPIRED', 'This answer has expired, or never existed.');
    }
    if (sort !== undefined && !kept.columns.includes(sort.replace(/^-/, ''))) {
      throw wrongArguments([{ argument: 'sort', message: 'The answer has no such column.' }]);
    }
    const ordered = sort === undefined ? kept : { ...kept, rows: sorted(kept, sort) };
    const chosen = columns === undefined ? ordered : withColumns(ordered, columns);
    if ('lacks' in chosen) {
      const message = `The answer has the columns ${kept.columns.join(', ')}.`;
      throw wrongArguments([{ argument: 'columns', message }]);
    }
    const rows = chosen.rows.slice(offset);
    const total = kept.rows.length;
    return tableOf({ ...chosen, rows, kept: { answer, before: offset, total } }, call);
  },
});
