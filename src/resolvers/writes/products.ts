import type { Row } from '../../upstream/client/row.ts';
import type { WriteError } from '../write-errors.ts';
import type { ItemReading } from './each.ts';

type Members = Readonly<Record<string, unknown>>;

const refused = (message: string, code = 'UPSTREAM_REJECTED'): WriteError => ({ code, message });

// The API documents no error of a product: it may be a text, or an object like other errors.
const errorOf = (error: unknown): WriteError => {
  if (typeof error === 'string') return refused(error);
  const { code, message } = (error ?? {}) as Members;
  return refused(
    typeof message === 'string' ? message : JSON.stringify(error),
    typeof code === 'string' || typeof code === 'number' ? String(code) : undefined,
  );
};

const errorsIn = (row: Row): readonly WriteError[] => {
  const { errors } = row;
  const found = Array.isArray(errors) ? errors.map(errorOf) : [];
  return found.length > 0
    ? found
    : [refused('The API refused this without a reason. Check its values.')];
};

/** The API's report about a product that was put. */
export const putReading: ItemReading = {
  idOfItem: (item) => (item as Members)['id'],
  idOfRow: ({ id }) => id,
  refusal: (row) => (row['status'] === 'ERROR' ? errorsIn(row) : null),
};

/** The API's report about a product that was to be deleted. */
export const deleteReading: ItemReading = {
  idOfItem: (item) => item,
  idOfRow: (row) => row['failed_product_key'] ?? row['product_key'],
  refusal: ({ failed_product_key: failed, message }) =>
    failed === null || failed === undefined
      ? null
      : [
          refused(
            typeof message === 'string'
              ? message
              : 'The API refused this without a reason. Check its values.',
          ),
        ],
};
