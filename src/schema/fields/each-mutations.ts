import type { ItemReading } from '../../resolvers/writes/each.ts';
import { writeEach } from '../../resolvers/writes/each.ts';
import type { ItemResult, ItemsPayload } from '../../resolvers/writes/items.ts';
import type { RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import type { Param } from '../../upstream/catalogue/language/params.ts';
import { columnName, typeName } from '../../upstream/catalogue/names.ts';
import { inputOf } from './args.ts';
import { builder } from './builder.ts';
import { leafOf } from './kinds.ts';
import { loaded } from './loaded.ts';
import { always, errorsField, inputDoc, oneCall, outcomeField } from './outcome.ts';
import { reader } from './readers.ts';
import { restOf } from './rest.ts';

const typeOf = (param: Param) =>
  (param.kind === 'list' ? [leafOf(param.of)] : leafOf(param)) as 'JSON';

/** The result of one item, with the columns of its answer. The API's `errors` are `errors`. */
const resultOf = ({ doc, columns }: Entity, { name, shownAs }: Named) =>
  builder.objectRef<ItemResult>(`${typeName(name)}Result`).implement({
    description: `${doc} Where the API said nothing of it, all it said is null.`,
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
interface Named {
  readonly name: string;
  readonly shownAs: string;
}

/**
 * A mutation whose items the API applies or refuses one by one. `of` is the entity of the items,
 * which gives the columns of the results their names.
 */
export const eachMutation = (endpoint: RowEndpoint, of: Entity, reading: ItemReading): void => {
  const { name, returns, doc } = endpoint;
  const Result = resultOf(returns.of, { name, shownAs: of.name });
  const Payload = builder.objectRef<ItemsPayload>(`${typeName(name)}Payload`).implement({
    description: `How \`${name}\` ended.`,
    fields: (t) => ({
      outcome: t.expose('outcome', {
        ...outcomeField,
        description:
          'How the write ended. APPLIED where at least one item was applied; `errors` and `results` say whether others were refused.',
      }),
      errors: t.expose(
        'errors',
        errorsField('Errors of the write as a whole, and how many items were refused.'),
      ),
      results: t.expose('results', {
        type: [Result],
        nullable: always,
        description: 'How each item ended, in the order of the input.',
      }),
    }),
  });
  const list = endpoint.params[returns.perItemOf ?? ''];
  const most = list?.kind === 'list' ? (list.max ?? usualItems) : usualItems;
  builder.mutationField(name, (t) =>
    t.field({
      type: Payload,
      args: {
        input: t.arg({
          type: inputOf(endpoint, `${typeName(name)}Input`),
          required: true,
          description: inputDoc,
        }),
      },
      description: `${doc}. ${restOf(endpoint)}`,
      ...loaded(writeEach(endpoint, reading), { cost: oneCall(endpoint, most) }),
    }),
  );
};

// The number of items for the cost of a write, if its endpoint has no limit.
const usualItems = 200;
