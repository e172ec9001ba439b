import type { CodegenConfig } from '@graphql-codegen/cli';
import { printSchema } from 'graphql';
import { schema } from './src/schema/index.ts';
import { subgraphOf } from './src/schema/subgraph.ts';

/** Writes the committed schema, as it is and as a subgraph, and typed documents for the tests and the explorer's examples. */
const config: CodegenConfig = {
  // As text: the command line tool has a copy of graphql of its own.
  schema: printSchema(schema),
  documents: ['test/documents/*.graphql', 'src/explorer/examples/*.graphql'],
  generates: {
    'schema.graphql': {
      plugins: ['schema-ast'],
      config: { sort: true },
    },
    'subgraph.graphql': {
      plugins: [{ add: { content: subgraphOf(schema) } }],
    },
    'test/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        importExtension: '.ts',
        useTypeImports: true,
        enumsAsTypes: true,
        scalars: {
          Long: 'string',
          DateTime: 'string',
          JSON: 'unknown',
          PersonalIdentifier: 'string',
        },
      },
    },
  },
};

// The command line tool takes its configuration as a default export, so this is the one place that has any.
export default config;
