import { readFileSync } from 'node:fs';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';

const fileOf = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

// What federation names itself is not for clients of this graph, and its types follow from the
// rest.
const isProtocol = (path: string): boolean => /^(Query\.)?_/.test(path);

/** What would break clients that were written for an older schema: the place in it, and why. */
const breaking = async (before: string, now: string): Promise<readonly (readonly string[])[]> => {
  const changes = await diff(buildSchema(before), buildSchema(now));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ path = '', message }) => [path, message])
    .filter(([path = '']) => !isProtocol(path));
};

// Until the first tag this is the schema from which changes are counted, then that of the last tag.
test('a change that breaks clients of the last release is named in the changelog', async () => {
  const released = fileOf('../released.graphql');
  const [, version = ''] = /^# The schema of version (\S+)\n/.exec(released) ?? [];
  const [sinceThen = '', older] = fileOf('../../CHANGELOG.md').split(`\n## ${version}\n`);
  expect(older).toBeDefined();
  const changes = await breaking(released, fileOf('../../schema.graphql'));
  expect(changes.filter(([path = '']) => !sinceThen.includes(`\`${path}\``))).toEqual([]);
});

test('such changes are found and named', async () => {
  const now = fileOf('../../schema.graphql');
  const changed = now
    .replace('  amount: String!\n', '  sum: String!\n')
    .replace('  screenName: String\n', '  screenName: String!\n')
    .replace('input CreateCampaignInput {', 'input CreateCampaignInput {\n  wanted: Int!');
  expect((await breaking(now, changed)).map(([path]) => path)).toEqual([
    'CreateCampaignInput.wanted',
    'Money.amount',
  ]);
});
