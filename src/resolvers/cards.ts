import { flawed } from '../loaders/flawed.ts';
import { nullIfUnknown } from '../loaders/refusals.ts';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { pathIdName } from '../upstream/catalogue/language/paths.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf } from '../upstream/client/row.ts';
import { itemIdName } from './call.ts';
import type { Load } from './field.ts';
import { eachAlone } from './grouped.ts';
import { restIdOf } from './ids.ts';
import { upstreamValues, withoutNulls } from './input.ts';

/** Loads one card of an account by id, of whatever type; null where there is none. */
export const anyOne = (endpoint: Endpoint): Load<Row, Row | null> => {
  const idName = itemIdName(endpoint);
  return (accounts, args, { loaders }, { trace }) =>
    eachAlone(accounts, async (account) => {
      const accountId = idOf(account);
      const place = { accountId, path: ['id'] };
      const id = restIdOf(args['id'] as string, pathIdName(endpoint, idName), place);
      const values = withoutNulls(upstreamValues(endpoint.params, args, { accountId, path: [] }));
      const input = { ...values, account_id: accountId, [idName]: id };
      return nullIfUnknown(async () => {
        const { rows, flaws } = await loaders.read(endpoint, input, trace);
        return flawed(rows[0] ?? null, flaws);
      });
    });
};
