import type { Context } from '../context.ts';
import type { Endpoint } from '../upstream/catalogue/endpoint.ts';
import type { Answer } from '../upstream/client.ts';
import type { Row } from '../upstream/row.ts';
import { checked, pathBeside, underArguments, upstreamValues } from './input.ts';
import { narrowed } from './narrowed.ts';
import type { Asking } from './node.ts';
import { completed } from './node.ts';
import type { From, ReadField } from './page.ts';
import { startQuietly, withoutNulls } from './page.ts';

type Args = Readonly<Record<string, unknown>>;

/** Reads an endpoint with the field's arguments as its parameters, and answers with a part of what came. */
const reading =
  <T>(part: (answer: Answer, asking: Asking) => T | Promise<T>) =>
  <Parent>(endpoint: Endpoint, from: From<Parent>): ReadField<Parent, T> => {
    const read = async (parent: Parent, args: Args, { loaders }: Context): Promise<Answer> => {
      const { path } = from(parent);
      const { input, narrow } = narrowed(endpoint, inputOf(endpoint, args, path));
      const answer = await loaders.read(endpoint, input);
      return { ...answer, rows: narrow(answer.rows) };
    };
    return {
      resolve: async (parent, args, context, info) =>
        part(await read(parent, args, context), { context, info }),
      ahead: (parent, args, context) => startQuietly(() => read(parent, args, context)),
    };
  };

const inputOf = (endpoint: Endpoint, args: Args, path: Readonly<Record<string, string>>) => {
  const place = { accountId: path['account_id'] ?? null, path: [] };
  const values = withoutNulls(upstreamValues(endpoint.params, args, place));
  return checked(endpoint, { ...values, ...pathBeside(endpoint, path, args) }, underArguments);
};

const itself = [[]] as const;

/** Every row of a list that comes whole. */
export const rows = reading<readonly Row[]>((answer, asking) =>
  completed(answer.rows, asking, itself),
);

/** The single value of an endpoint; null where the answer holds none. */
export const value = reading<Row | null>((answer) => answer.rows[0] ?? null);

/** The plain texts of an endpoint. */
export const texts = reading<readonly string[]>((answer) => answer.texts);
