import { GraphQLError, parse, validate } from 'graphql';
import { schemaFor } from '../../src/schema/index.ts';
import { type Check, fine, wrong } from './finding.ts';

/** Checks that the trusted documents fit the schema. */
export const documents: Check = {
  name: 'documents',
  examine: async ({ config: { trusted, trustedOnly, typePrefix } }) => {
    if (trusted.size === 0) return fine('no trusted ones are configured');
    const schema = schemaFor(typePrefix);
    const faults = [...trusted].flatMap(([id, text]) => {
      const fault = faultOf(() => validate(schema, parse(text)));
      return fault === null ? [] : [`${id.slice(0, 16)}: ${fault}`];
    });
    const [first] = faults;
    return first === undefined
      ? fine(`${trusted.size} fit the schema${trustedOnly ? '; no others are answered' : ''}`)
      : wrong(
          `${faults.length} of ${trusted.size} do not fit the schema; ${first}`,
          'Build the front end against this schema (`ads-graph schema`), and replace the file of ' +
            'PERSISTED_DOCUMENTS',
        );
  },
};

const faultOf = (check: () => readonly GraphQLError[]): string | null => {
  try {
    return check()[0]?.message ?? null;
  } catch (error) {
    if (error instanceof GraphQLError) return error.message;
    throw error;
  }
};
