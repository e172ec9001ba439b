import { type ItemReading, writeEach } from '../../resolvers/writes/each.ts';
import type { ItemResult } from '../../resolvers/writes/items.ts';
import type { RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import type { Param } from '../../upstream/catalogue/language/params.ts';
import { columnName, typeName } from '../../upstream/catalogue/names.ts';
import { builder } from './builder.ts';
import { leafOf } from './kinds.ts';
import { defineMutation } from './mutations.ts';
import { always, errorsField, outcomeField } from './outcome.ts';
import { reader } from './readers.ts';

const typeOf = (param: Param) =>
  (param.kind === 'list' ? [leafOf(param.of)] : leafOf(param)) as 'JSON';

/** The result of one item, with the columns of its row. The API's `errors` are `errors`. */
const resultOf = ({ doc, columns }: Entity, { name, shownAs }: ResultNames) =>
  builder.objectRef<ItemResult>(`${typeName(name)}Result`).implement({
    description: `${doc} If the API did not report on it, the fields from the API are null.`,
    fields: (t) => ({
      index: t.exposeInt('index', {
        nullable: false,
        description: 'Its position in the input, from 0.',
      }),
      outcome: t.expose('outcome', outcomeField),
      ...Object.fromEntries(
        Object.entries(columns)
          .filter(([column]) => column !== 'errors')
          .map(([column, param]) => {
            const show = reader(param);
            const field = t.field({
              type: typeOf(param),
              description: `${param.doc}.`,
              resolve: ({ row }) => (row === null ? null : show(row[column] ?? null, row)),
            });
            return [columnName(shownAs, column), field];
          }),
      ),
      errors: t.expose('errors', errorsField('Why this item was not applied.')),
    }),
  });

/** The mutation that results belong to, and the type whose ids they hold. */
interface ResultNames {
  readonly name: string;
  readonly shownAs: string;
}

/** A mutation whose items are applied or refused one by one; `of` names their columns. */
export const eachMutation = (endpoint: RowEndpoint, of: Entity, reading: ItemReading): void => {
  const { name, params, returns } = endpoint;
  const Result = resultOf(returns.of, { name, shownAs: of.name });
  const list = params[returns.perItemOf ?? ''];
  defineMutation(endpoint, {
    load: writeEach(endpoint, reading),
    objects: list?.kind === 'list' ? (list.max ?? defaultItems) : defaultItems,
    outcomeDoc:
      'How the write ended. APPLIED where at least one item was applied; `errors` and `results` say whether others were refused.',
    errorsDoc: 'Errors of the write as a whole, and how many items were refused.',
    fields: (t) => ({
      results: t.expose('results', {
        type: [Result],
        nullable: always,
        description: 'How each item ended, in the order of the input.',
      }),
    }),
  });
};

// The number of items for the cost of a write, if its endpoint has no limit.
const defaultItems = 200;
