import type { InputObjectRef } from '@pothos/core';
import type { Sorting } from '../../upstream/catalogue/language/params.ts';
import { memoize } from '../../upstream/catalogue/memoize.ts';
import { enumName } from '../../upstream/catalogue/names.ts';
import { builder, type SchemaTypes } from './builder.ts';

interface OrderInput {
  readonly field: string;
  readonly direction: string;
}

const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Which end of a list comes first.',
  values: {
    ASC: { description: 'The oldest, the smallest, the beginning of the alphabet, false.' },
    DESC: { description: 'The newest, the largest, the end of the alphabet, true.' },
  },
});

/** The input type for the order of a list. */
export const orderOf = memoize((sorting: Sorting): InputObjectRef<SchemaTypes, OrderInput> => {
  const field = fieldsOf(sorting);
  return builder.inputType(sorting.type, {
    description:
      'The order of a list. The API sorts the rows. X does not document how names are compared, or where rows without a value are placed.',
    fields: (t) => ({
      field: t.field({
        type: field,
        required: true,
        defaultValue: 'CREATED_AT',
        description:
          'What to order by. If this value of a row changes while a client pages through the list, the row moves in it.',
      }),
      direction: t.field({
        type: OrderDirection,
        required: true,
        defaultValue: 'ASC',
        description: 'Which end comes first.',
      }),
    }),
  });
});

const fieldsOf = ({ type, by }: Sorting) =>
  builder.enumType(`${type}Field`, {
    description: 'The attribute that a list is ordered by.',
    values: Object.fromEntries(
      Object.entries(by).map(([column, doc]) => [enumName(column), { description: `${doc}.` }]),
    ),
  });
