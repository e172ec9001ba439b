import type { Page } from '../../loaders/page-ask.ts';
import { endpoints } from '../../upstream/catalogue/index.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { pathNames } from '../../upstream/catalogue/language/paths.ts';
import { memoize } from '../../upstream/client/memoize.ts';
import type { Row } from '../../upstream/client/row.ts';
import { idOf } from '../../upstream/client/row.ts';
import { builder } from './builder.ts';
import { entityRef } from './refs.ts';

/** The index of a row in a page. The cursor is only computed where it is selected. */
interface Edge {
  readonly page: Pick<Page, 'rows' | 'cursorAt'>;
  readonly index: number;
}

/** The edge type of an entity. */
export const edgeOf = memoize((entity: Entity) =>
  builder.objectRef<Edge>(`${entity.name}Edge`).implement({
    description: `A row of a list of ${entity.name}, with its cursor.`,
    fields: (t) => ({
      node: t.field({
        type: entityRef(entity),
        nullable: false,
        description: 'The row.',
        resolve: ({ page, index }) => page.rows[index] as Row,
      }),
      cursor: t.string({
        nullable: false,
        description:
          'The cursor of this row: the value of `after` to continue behind it. In the payload of a create it has no place in a list yet, and `after` refuses it.',
        resolve: ({ page, index }) => page.cursorAt(index),
      }),
    }),
  }),
);

// No cursor of a list has a colon, so it is never taken for one.
const unplaced = (row: Row): string => `created:${idOf(row)}`;

/** The edge of a row that is in no page. */
export const edgeOfNew = (row: Row): Edge => ({
  page: { rows: [row], cursorAt: () => unplaced(row) },
  index: 0,
});

/** True for an entity that an account has a connection of. */
export const isListed = (entity: Entity): boolean =>
  endpoints.some(
    ({ returns, path }) =>
      returns.as === 'page' && returns.of === entity && pathNames(path).join() === 'account_id',
  );
