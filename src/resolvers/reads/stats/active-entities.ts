import type { RowEndpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import { InputError } from '../../../upstream/client/errors.ts';
import type { Row } from '../../../upstream/client/row.ts';
import type { Load } from '../../field.ts';
import { andThen } from '../grouped.ts';
import { ofAccount } from '../page.ts';
import { rows } from '../value.ts';

const written: Readonly<Record<string, string>> = { startTime: 'start', endTime: 'end' };

/** An error about a parameter, with the name of the argument that supplied it. */
const withArgument = <T>(found: T): T | InputError => {
  if (!(found instanceof InputError)) return found;
  const [first, ...rest] = found.inputPath;
  return new InputError(
    found.message,
    [written[String(first)] ?? first ?? '', ...rest],
    found.facts,
  );
};

/** Loads the entities of accounts whose results changed between two times. */
export const activeEntities = (endpoint: RowEndpoint): Load<Row, readonly (Row | Error)[]> => {
  const load = rows(endpoint, ofAccount);
  return (accounts, { start, end, ...args }, context, field) =>
    andThen(load(accounts, { ...args, startTime: start, endTime: end }, context, field), (found) =>
      found.map(withArgument),
    );
};
