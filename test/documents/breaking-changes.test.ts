import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breakingChanges } from '../support/breaking-changes.ts';

test('changes of the schema that break clients are found and named', async () => {
  const now = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
  const changed = now
    .replace('  amount: String!\n', '  sum: String!\n')
    .replace('  screenName: String\n', '  screenName: String!\n')
    .replace('input CreateCampaignInput {', 'input CreateCampaignInput {\n  wanted: Int!');
  expect((await breakingChanges(now, changed)).map(([field]) => field)).toEqual([
    'CreateCampaignInput.wanted',
    'Money.amount',
  ]);
});
