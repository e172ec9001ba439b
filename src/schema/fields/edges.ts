import type { Page } from '../../loaders/page-ask.ts';
import { endpoints } from '../../upstream/catalogue/index.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { pathNames } from '../../upstream/catalogue/language/paths.ts';
import { memoize } from '../../upstream/catalogue/memoize.ts';
import { idOf, type Row } from '../../upstream/client/row.ts';
import type { Sink } from '../../upstream/client/sink.ts';
import { builder } from './builder.ts';
import { entityRef } from './refs.ts';

/** A row and its index in a page; `page` is null for a new row, which is in no list yet. */
interface Edge {
  readonly row: Row;
  readonly page: Pick<Page, 'cursors'> | null;
  readonly index: number;
}

/** The edges of a page. */
export const edgesOf = (page: Page): readonly Edge[] =>
  page.rows.map((row, index) => ({ row, page, index }));

/** The edge of a row that is in no page. */
export const edgeOfNew = (row: Row): Edge => ({ row, page: null, index: 0 });

// Cursors of lists end with a semicolon, so this cannot be confused with one.
const cursorOf = ({ row, page, index }: Edge): string =>
  page === null ? `created:${idOf(row)}` : page.cursors.at(index);

const writeCursor = ({ page, index }: Edge, out: Sink): boolean => {
  page?.cursors.write(out, index);
  return page !== null;
};

/** The edge type of an entity. */
export const edgeOf = memoize((entity: Entity) =>
  builder.objectRef<Edge>(`${entity.name}Edge`).implement({
    description: `A row of a list of ${entity.name}, with its cursor.`,
    fields: (t) => ({
      node: t.field({
        type: entityRef(entity),
        nullable: false,
        description: 'The row.',
        resolve: ({ row }) => row,
      }),
      cursor: t.string({
        nullable: false,
        description:
          'The cursor of this row: pass it as `after` to continue after the row. In the payload of a ' +
          'create the row has no position in a list yet, and `after` refuses the cursor.',
        extensions: { facts: { write: writeCursor } },
        resolve: cursorOf,
      }),
    }),
  }),
);

/** True for an entity that an account has a connection of. */
export const isListed = (entity: Entity): boolean =>
  endpoints.some(
    ({ returns, path }) =>
      returns.as === 'page' && returns.of === entity && pathNames(path).join() === 'account_id',
  );
