import type { GraphQLSchema } from 'graphql';
import { expect } from 'vitest';
import type { Ads } from '../../src/upstream/client/client.ts';
import { differenceOf } from './comparison.ts';
import type { Outcome, Request } from './executors.ts';
import { contextOver, ours, prepareOver, theirs } from './executors.ts';

/**
 * A request and the answer it must have: the data as JSON text, and the errors as path and code.
 */
export interface Case {
  readonly title: string;
  readonly text: string;
  readonly variables?: Request['variables'];
  readonly operationName?: string | null;
  readonly data: string;
  readonly errors?: readonly string[];
}

/** Checks answers over a schema: against the expected ones, and against graphql-js. */
export const checker = (schema: GraphQLSchema, adsOf: () => Ads) => {
  const prepare = prepareOver(schema);
  const both = async (request: Request): Promise<readonly [Outcome, Outcome]> =>
    Promise.all([
      ours(prepare, request, contextOver(adsOf())),
      theirs(schema, request, contextOver(adsOf())),
    ]);
  return {
    answers: async ({ text, variables = {}, operationName = null, ...expected }: Case) => {
      const [mine, reference] = await both({ text, variables, operationName });
      const { data, errors = [] } = expected;
      expect(shown(reference), 'graphql-js').toEqual({ data, errors });
      expect(shown(mine)).toEqual({ data, errors });
      expect(differenceOf(mine, reference)).toBeNull();
    },
    /** Checks the only code of a request that fails, whatever else the answer contains. */
    complains: async ({ text, variables = {} }: Omit<Case, 'data'>, code: string) => {
      const [mine] = await both({ text, variables });
      expect(mine.errors.map((error) => error.code)).toEqual([code]);
    },
    /**
     * Checks that a request is refused as a whole, with this code, and that graphql-js refuses it
     * too.
     */
    refuses: async (
      { text, variables = {}, operationName = null }: Omit<Case, 'data'>,
      code: string,
    ) => {
      const [mine, reference] = await both({ text, variables, operationName });
      expect(reference.data, 'graphql-js').toBeNull();
      expect(mine.data).toBeNull();
      expect([...new Set(mine.errors.map((error) => error.code))]).toEqual([code]);
    },
  };
};

const shown = ({ data, errors }: Outcome): Pick<Case, 'data' | 'errors'> => ({
  data: data ?? 'none',
  errors: errors.map(({ path, code }) => `${path.join('.')} ${code}`).sort(),
});
