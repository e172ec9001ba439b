import accounts from '../../examples/accounts.graphql';
import audiences from '../../examples/audiences.graphql';
import batch from '../../examples/batch-campaigns.graphql';
import badBatch from '../../examples/batch-with-a-bad-item.graphql';
import badBatchInput from '../../examples/batch-with-a-bad-item.json';
import pages from '../../examples/campaign-pages.graphql';
import pagesInput from '../../examples/campaign-pages.json';
import cards from '../../examples/cards.graphql';
import copy from '../../examples/copy-campaign.graphql';
import copyInput from '../../examples/copy-campaign.json';
import create from '../../examples/create-campaign.graphql';
import createInput from '../../examples/create-campaign.json';
import defer from '../../examples/defer.graphql';
import launch from '../../examples/launch-campaign.graphql';
import launchInput from '../../examples/launch-campaign.json';
import planning from '../../examples/planning.graphql';
import posts from '../../examples/posts.graphql';
import results from '../../examples/results.graphql';
import targeting from '../../examples/targeting.graphql';
import where from '../../examples/where.graphql';
import whole from '../../examples/whole-account.graphql';
import { facts } from '../facts.ts';
import type { Draft } from './work.ts';

interface Example {
  readonly title: string;
  readonly about: string;
  readonly draft: Draft & { readonly query: string };
}

const example = (title: string, about: string, query: string, variables?: unknown): Example => ({
  title,
  about,
  draft: {
    query: withIds(query),
    variables: variables === undefined ? '' : withIds(JSON.stringify(variables, null, 2)),
  },
});

const words: Readonly<Record<string, string>> = {
  ...{ '18ce54': 'ACCOUNT_ID', cik3s: 'CAMPAIGN_ID', fik3s: 'FUNDING_INSTRUMENT_ID' },
  ...{ lik3s: 'LINE_ITEM_ID', '1496': 'POST_ID' },
};

/** An example with the emulator's ids; with live keys, with words in their places. */
const withIds = (text: string): string =>
  facts.emulator === null
    ? text.replace(/"(18ce54|[cfl]ik3s|1496)\w+"/g, (_, kind: string) => `"${words[kind]}"`)
    : text;

const deepRead = example(
  'Whole account',
  'From accounts down to targeting, in a few calls per level',
  whole,
);

/** The operation in a new page. */
export const firstDraft = deepRead.draft;

export const examples: readonly { readonly group: string; readonly of: readonly Example[] }[] = [
  {
    group: 'Reading',
    of: [
      example('Accounts', 'Accounts you can use', accounts),
      deepRead,
      example('Results', 'Spend, impressions and clicks by day: stats', results),
      example('Pagination', 'Follow endCursor with the variable after', pages, pagesInput),
      example(
        'Filtered rows',
        'Filter with where, also by fields that the API cannot filter by',
        where,
      ),
      example('Deferred results', 'Names first, results when they are ready: @defer', defer),
    ],
  },
  {
    group: 'Writing',
    of: [
      example(
        'Launch a campaign',
        'With line items and targeting: launchCampaign',
        launch,
        launchInput,
      ),
      example('Copy a campaign', 'With everything in it: copyCampaign', copy, copyInput),
      example('Create with two mistakes', 'Rejected before it is sent', create, createInput),
      example('A batch', 'Two changes in one call: both are applied, or neither is', batch),
      example('A batch with one bad item', 'One rejected, one left out', badBatch, badBatchInput),
    ],
  },
  {
    group: 'By area',
    of: [
      example('Posts', 'Drafts, scheduled and promoted posts, with previews', posts),
      example('Cards', 'Cards of every kind, with their components', cards),
      example('Audiences', 'Audiences an account can target', audiences),
      example('Targeting', 'What a line item can target, and what it targets', targeting),
      example('Planning', 'Bids, placements, keyword volumes and limits', planning),
    ],
  },
];
