import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { transformFileAsync } from '@babel/core';
import { generate } from '@graphql-codegen/cli';
import { build } from 'esbuild';

/** Makes a page's script of each client, with typed documents as their own tools write them. */
rmSync('built', { recursive: true, force: true });

// What Relay's compiler writes to must be there.
mkdirSync('built/relay', { recursive: true });
writeFileSync('built/relay-documents.json', '{}');
execFileSync('node_modules/.bin/relay-compiler', [], { shell: process.platform === 'win32' });

await generate({
  schema: '../../schema.graphql',
  documents: '*.ts',
  silent: true,
  generates: {
    'built/preset/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        importExtension: '.ts',
        useTypeImports: true,
        enumsAsTypes: true,
        scalars: {
          ID: 'string',
          Long: { input: 'string | number', output: 'string' },
          DateTime: 'string',
          JSON: 'unknown',
          PersonalIdentifier: 'string',
          _Any: 'never',
        },
      },
    },
  },
});

await build({
  entryPoints: ['apollo.ts', 'request.ts', 'urql.ts', 'relay/relay.tsx'],
  entryNames: '[name]',
  outdir: 'built',
  bundle: true,
  jsx: 'automatic',
  // Clients warn of what they do not like where they are developed.
  define: { 'process.env.NODE_ENV': '"development"' },
  plugins: [
    {
      name: 'relay',
      setup: ({ onLoad }) => {
        onLoad({ filter: /relay\/.*\.tsx$/ }, async ({ path }) => {
          const transformed = await transformFileAsync(path, {
            configFile: false,
            parserOpts: { plugins: ['typescript', 'jsx'] },
            plugins: [['relay', { eagerEsModules: true, artifactDirectory: 'built/relay' }]],
          });
          return { contents: transformed?.code ?? '', loader: 'tsx' };
        });
      },
    },
  ],
});
