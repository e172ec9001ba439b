import { appendFile } from 'node:fs/promises';
import { writeWhole } from '../files.ts';
import { DamagedFileError, jsonLine, jsonLinesIn } from '../json-lines.ts';
import { openLines } from './formats.ts';
import type { Row } from './rows.ts';

/** The last line of a file of kept rows. */
export const endLine = (rows: number): string => jsonLine({ rows });

/** Writes rows, one a line, and a last line with their number. */
export const keepRows = async (path: string, rows: AsyncIterable<Row>): Promise<void> => {
  await writeWhole(path, async (draft) => {
    const file = await openLines(draft, jsonLine);
    let count = 0;
    try {
      for await (const row of rows) {
        await file.write(row);
        count += 1;
      }
    } finally {
      await file.close();
    }
    await appendFile(draft, endLine(count));
  });
};

/** The rows of such a file. Throws DamagedFileError unless there are as many as were kept. */
export async function* keptRowsIn(path: string): AsyncGenerator<Row> {
  let count = 0;
  let kept: unknown;
  for await (const { value } of jsonLinesIn(path)) {
    if (kept !== undefined) throw new DamagedFileError(path, 'lines follow its end');
    if (Array.isArray(value)) {
      count += 1;
      yield value;
    } else kept = (value as { readonly rows: unknown }).rows;
  }
  if (count !== kept)
    throw new DamagedFileError(path, `it has ${count} rows instead of ${kept ?? 'all'}`);
}
