import accounts from '../../examples/accounts.graphql';
import audiences from '../../examples/audiences.graphql';
import batch from '../../examples/batch-campaigns.graphql';
import refusedBatch from '../../examples/batch-with-a-bad-item.graphql';
import refusedBatchVariables from '../../examples/batch-with-a-bad-item.json';
import pages from '../../examples/campaign-pages.graphql';
import pagesVariables from '../../examples/campaign-pages.json';
import cards from '../../examples/cards.graphql';
import copy from '../../examples/copy-campaign.graphql';
import copyVariables from '../../examples/copy-campaign.json';
import create from '../../examples/create-campaign.graphql';
import createVariables from '../../examples/create-campaign.json';
import defer from '../../examples/defer.graphql';
import launch from '../../examples/launch-campaign.graphql';
import launchVariables from '../../examples/launch-campaign.json';
import planning from '../../examples/planning.graphql';
import posts from '../../examples/posts.graphql';
import results from '../../examples/results.graphql';
import targeting from '../../examples/targeting.graphql';
import where from '../../examples/where.graphql';
import whole from '../../examples/whole-account.graphql';
import type { Draft } from './work.ts';

interface Example {
  readonly title: string;
  readonly about: string;
  readonly draft: Draft & { readonly query: string };
}

const example = (title: string, about: string, query: string, variables?: unknown): Example => ({
  title,
  about,
  draft: { query, variables: variables === undefined ? '' : JSON.stringify(variables, null, 2) },
});

const deepRead = example(
  'A deep read',
  'Accounts down to what their line items target: few calls for each level',
  whole,
);

/** The operation in a new page. */
export const firstDraft = deepRead.draft;

export const examples: readonly { readonly group: string; readonly of: readonly Example[] }[] = [
  {
    group: 'Reading',
    of: [
      example('Accounts', 'The accounts that you may use', accounts),
      deepRead,
      example('Results', 'Spend, impressions and clicks by day, to draw: stats', results),
      example('Pages of a list', 'Follow endCursor with the variable after', pages, pagesVariables),
      example('Rows by a condition', 'With where, also by what the API cannot filter', where),
      example('In parts', 'With @defer: names first, results when they are there', defer),
    ],
  },
  {
    group: 'Writing',
    of: [
      example(
        'Launch a campaign',
        'With line items, targeting and posts by one mutation, step by step: launchCampaign',
        launch,
        launchVariables,
      ),
      example(
        'Copy a campaign',
        'With everything in it, by one mutation: copyCampaign',
        copy,
        copyVariables,
      ),
      example(
        'Create, with two faults in it',
        'Refused before it is sent, with every fault at once',
        create,
        createVariables,
      ),
      example('A batch', 'Two changes in one call: both are applied, or neither is', batch),
      example(
        'A batch with one bad item',
        'One is REJECTED, the other NOT_APPLIED',
        refusedBatch,
        refusedBatchVariables,
      ),
    ],
  },
  {
    group: 'Area by area',
    of: [
      example('Posts', 'Drafts, scheduled and promoted posts, with previews', posts),
      example('Cards', 'Cards of every kind, and what they are made of', cards),
      example('Audiences', 'Whom an account can target', audiences),
      example('Targeting', 'What a line item can target, and what it does', targeting),
      example('Planning', 'Bids, placements, keyword volumes and limits', planning),
    ],
  },
];
