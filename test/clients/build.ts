import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { transformFileAsync } from '@babel/core';
import { generate } from '@graphql-codegen/cli';
import { build } from 'esbuild';
import { apolloLink, tadaGraphql } from '../support/client-page.ts';
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
  if (program.includes('HttpLink')) writeFileSync('built/documented/apollo.ts', here);
  if (program.includes('fetchExchange')) writeFileSync('built/documented/urql.ts', here);
  if (program.includes('failuresOf')) writeFileSync('built/documented/partial.ts', here);
}
writeFileSync('built/documented/link.ts', apolloLink.replace("'/graphql'", 'globalThis.gateway'));
const shell = blocksOf('front-end.md', 'sh').join('\n');
for (const [, words = '', file = ''] of shell.matchAll(/ads-graph (schema --cache \w+) > (\S+)/g)) {
  const printed = execFileSync(process.execPath, ['../../src/main.ts', ...words.split(' ')]);
  writeFileSync(`built/documented/${file}`, printed);
}
process.env['NODE_ENV'] = 'production';
const { default: documented } = await import('./built/documented/codegen.ts');
const preset = documented.generates['generated/'];

// A project of Relay with the configuration of the documentation.
mkdirSync('built/documented/src/__generated__', { recursive: true });
const [relay = ''] = blocksOf('front-end.md', 'json').filter((one) => one.includes('language'));
writeFileSync('built/documented/relay.config.json', relay);
copyFileSync('../../schema.graphql', 'built/documented/schema.graphql');
writeFileSync(
  'built/documented/src/days.ts',
  `import { graphql } from 'react-relay';
export const days = graphql\`query daysQuery($id: ID!) { account(id: $id) { campaigns(first: 1) { nodes {
  raw createdAt dailyBudget { micros amount } stats(range: { lastDays: 7 }) { days { date } } } } } }\`;`,
);
execFileSync('../../node_modules/.bin/relay-compiler', [], { cwd: 'built/documented' });

// A project of gql.tada with the configuration of the documentation.
mkdirSync('built/tada/node_modules/ads-graph', { recursive: true });
copyFileSync('../../schema.graphql', 'built/tada/node_modules/ads-graph/schema.graphql');
const [tada = '{}'] = blocksOf('client.md', 'json').filter((one) => one.includes('tada'));
const compilerOptions = { allowImportingTsExtensions: true, noEmit: true, strict: true };
writeFileSync(
  'built/tada/tsconfig.json',
  JSON.stringify({
    compilerOptions: { ...compilerOptions, plugins: [JSON.parse(tada)] },
    include: ['.', '../../tada-documents.ts'],
  }),
);
writeFileSync('built/tada/graphql.ts', tadaGraphql);
for (const command of ['generate-output', 'check']) {
  const words = ['../../node_modules/gql.tada/bin/cli.js', command];
  execFileSync(process.execPath, words, { cwd: 'built/tada' });
}

// Relay's compiler needs its folder, and the file that it adds documents to.
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
    'documented.ts',
    'request.ts',
    'urql.ts',
    'relay/relay.tsx',
    'relay/partial.tsx',
    'trusted.ts',
  ],
  entryNames: '[name]',
  outdir: 'built',
  bundle: true,
  alias: { 'ads-graph/client': '../../client/client.ts' },
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
