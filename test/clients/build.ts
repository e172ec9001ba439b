import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { transformFileAsync } from '@babel/core';
import { generate } from '@graphql-codegen/cli';
import { build } from 'esbuild';
import { blocksOf } from '../support/pages.ts';

/** Makes a page's script of each client, with typed documents as their own tools write them. */
rmSync('built', { recursive: true, force: true });

// The programs and settings that the documentation has for them.
mkdirSync('built/documented', { recursive: true });
const [config = ''] = blocksOf('front-end.md', 'ts');
writeFileSync('built/documented/codegen.ts', config);
for (const program of blocksOf('front-end.md', 'ts')) {
  const here = program.replaceAll("'http://localhost:4000/graphql'", 'globalThis.gateway');
  if (program.includes('Network.create')) writeFileSync('built/documented/network.ts', here);
  if (program.includes('failuresOf')) writeFileSync('built/documented/partial.ts', here);
}
writeFileSync(
  'built/documented/types-without-id.ts',
  blocksOf('types-without-id.md', 'ts').join('\n'),
);
const { default: documented } = await import('./built/documented/codegen.ts');
const preset = documented.generates['generated/'];

// The folder and file that Relay's compiler writes to must exist.
mkdirSync('built/relay', { recursive: true });
writeFileSync('built/relay-documents.json', '{}');
execFileSync('node_modules/.bin/relay-compiler', [], { shell: process.platform === 'win32' });

await generate({
  schema: '../../schema.graphql',
  documents: '*.ts',
  silent: true,
  generates: {
    'built/preset/': {
      ...preset,
      preset: 'client',
      presetConfig: { ...preset.presetConfig, fragmentMasking: false },
      config: { ...preset.config, importExtension: '.ts' },
    },
  },
});

await build({
  entryPoints: [
    'apollo.ts',
    'request.ts',
    'urql.ts',
    'relay/relay.tsx',
    'relay/partial.tsx',
    'trusted.ts',
  ],
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
