import type { Values } from '../../client/documents.ts';
import { print } from '../output.ts';
import type { PagedDocument } from './document.ts';
import type { Page } from './follow.ts';

/** Stands for the list while what is around it is written. */
const mark = '\u0000list\u0000';

const json = (value: unknown): string => JSON.stringify(value);

/** The data of a page, with the members of the connection in another form. */
const around = (
  { data, connection }: Page,
  { list, showsPageInfo }: PagedDocument,
  path: string,
): readonly [string, string] => {
  const { pageInfo, ...others } = connection;
  const shown = { [list]: mark, ...without(others, list), ...(showsPageInfo && { pageInfo }) };
  const put = (value: Values, [name = '', ...names]: readonly string[]): Values => ({
    ...value,
    [name]: names.length === 0 ? shown : put(value[name] as Values, names),
  });
  const [before = '', after = ''] = json(put(data, path.split('.'))).split(json(mark));
  return [before, after];
};

const without = (values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));

/**
 * Writes all pages as one answer: what is around the list is that of the last page. Returns the
 * errors that ended it before its time.
 */
export const writeOneAnswer = async (
  pages: AsyncIterable<Page>,
  paged: PagedDocument,
  path: string,
): Promise<void> => {
  let tail = '';
  let isFirst = true;
  try {
    for await (const page of pages) {
      const [before, after] = around(page, paged, path);
      if (tail === '') await print(`{"data":${before}[`);
      tail = after;
      for (const item of page.list) {
        await print(`${isFirst ? '' : ','}\n${json(item)}`);
        isFirst = false;
      }
    }
  } catch (error) {
    // The output stays valid JSON; its errors show that rows are missing.
    const errors = error instanceof Error && 'errors' in error ? error.errors : [];
    if (tail !== '') await print(`\n]${tail},"errors":${json(errors)}}\n`);
    throw error;
  }
  await print(`\n]${tail}}\n`);
};
