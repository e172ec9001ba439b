import type { Context } from '../context.ts';
import { isUnknown } from '../loaders/refusals.ts';
import type { Endpoint } from '../upstream/catalogue/endpoint.ts';
import type { Row } from '../upstream/row.ts';
import { idOf } from '../upstream/row.ts';
import { itemIdName } from './call.ts';
import { restIdOf } from './ids.ts';
import { upstreamValues } from './input.ts';
import { withoutNulls } from './page.ts';

type Args = Readonly<Record<string, unknown>>;

/** One row of an account by id, of whichever entity the answer says; null where there is none. */
export const anyOne = (endpoint: Endpoint) => {
  const idName = itemIdName(endpoint);
  return async (account: Row, args: Args, { loaders }: Context): Promise<Row | null> => {
    const accountId = idOf(account);
    const place = { accountId, path: ['id'] };
    const id = restIdOf(args['id'] as string, endpoint.pathIds[idName] ?? idName, place);
    const values = withoutNulls(upstreamValues(endpoint.params, args, { accountId, path: [] }));
    try {
      const input = { ...values, account_id: accountId, [idName]: id };
      const { rows } = await loaders.read(endpoint, input);
      return rows[0] ?? null;
    } catch (error) {
      // An id that the API does not know is an absence, not a failure.
      if (isUnknown(error)) return null;
      throw error;
    }
  };
};
