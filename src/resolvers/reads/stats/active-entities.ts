import type { RowEndpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import { entityOfKind } from '../../../upstream/catalogue/metrics.ts';
import { InputError } from '../../../upstream/client/errors.ts';
import type { Row } from '../../../upstream/client/row.ts';
import { SOURCE } from '../../../upstream/client/row.ts';
import type { Load } from '../../field.ts';
import type { NodeEntity } from '../call.ts';
import { andThen } from '../grouped.ts';
import type { Address } from '../node.ts';
import { entitiesAt } from '../node.ts';
import { ofAccount } from '../page.ts';
import { rows } from '../value.ts';

const written: Readonly<Record<string, string>> = { startTime: 'start', endTime: 'end' };

/** An error about a parameter, with the name of the argument that supplied it. */
const withArgument = <T>(found: T): T | InputError => {
  if (!(found instanceof InputError)) return found;
  const [first, ...rest] = found.inputPath;
  return new InputError(found.message, [written[String(first)] ?? first ?? '', ...rest], found);
};

/** Loads the entities of accounts whose results changed between two times. */
export const activeEntities = (endpoint: RowEndpoint): Load<Row, readonly (Row | Error)[]> => {
  const load = rows(endpoint, ofAccount);
  return (accounts, { start, end, ...args }, context, field) =>
    andThen(load(accounts, { ...args, startTime: start, endTime: end }, context, field), (found) =>
      found.map(withArgument),
    );
};

/** Loads the entity that each row is about. Its kind is the one in the call. */
export const entityOfActivity = (
  entities: ReadonlyMap<string, NodeEntity>,
): Load<Row, Row | null> => {
  const addressOf = (row: Row): Address | null => {
    const { accountId, asked } = row[SOURCE];
    const kind = String(asked?.['entity']) as keyof typeof entityOfKind;
    const found = entities.get(entityOfKind[kind]);
    const id = row['entity_id'];
    if (found === undefined || typeof id !== 'string' || id === '') return null;
    return { entity: found.entity, accountId, id };
  };
  return (found, _args, context, field) => entitiesAt(found.map(addressOf), { context, field });
};
