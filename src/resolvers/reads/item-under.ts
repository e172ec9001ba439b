import { flawed } from '../../loaders/page-query.ts';
import { nullIfUnknown } from '../../loaders/refusals.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { pathIdName } from '../../upstream/catalogue/language/identifiers.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Load } from '../field.ts';
import { restIdOf } from '../ids.ts';
import { upstreamValues, withoutNulls } from '../input.ts';
import { itemIdName } from './call.ts';
import { oneByOne } from './grouped.ts';
import type { ParentInputOf } from './page.ts';

/** Loads one row by the id at the end of the path, with one call; null if there is none. */
export const itemUnder = (endpoint: Endpoint, from: ParentInputOf<Row>): Load<Row, Row | null> => {
  const idName = itemIdName(endpoint);
  return (parents, args, { loaders }, { trace }) =>
    oneByOne(parents, async (parent) => {
      const { path } = from(parent);
      const accountId = path['account_id'] ?? null;
      const spot = { accountId, path: ['id'] };
      const id = restIdOf(args['id'] as string, pathIdName(endpoint, idName), spot);
      const values = withoutNulls(upstreamValues(endpoint.params, args, { accountId, path: [] }));
      const input = { ...values, ...path, [idName]: id };
      return nullIfUnknown(async () => {
        const { rows, flaws } = await loaders.read(endpoint, input, trace);
        return flawed(rows[0] ?? null, flaws);
      });
    });
};
