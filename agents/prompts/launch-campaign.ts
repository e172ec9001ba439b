import { accountArgument, callText, type Prompt } from './prompt.ts';

const document = `mutation Launch($input: LaunchCampaignInput!) {
  launchCampaign(input: $input) {
    outcome
    campaign { id name }
    lineItems { index outcome errors { message } }
    errors { argument message }
  }
}`;

/** `launch_campaign`: from a wish to a campaign. Nothing is created before the user agrees. */
export const launchCampaign: Prompt = {
  name: 'launch_campaign',
  title: 'Launch a campaign',
  description: 'Makes a campaign with its line items, targeting and posts, after you have agreed.',
  arguments: [
    { ...accountArgument, description: 'The id of the account.', required: true },
    {
      name: 'wish',
      description: 'What to advertise, to whom, when, for how much.',
      required: false,
    },
  ],
  // Without ads_query, documents of the prompt cannot be prepared.
  needs: ['ads_find', 'ads_describe', 'ads_query', 'ads_prepare', 'ads_apply', 'ads_outcome'],
  text: ({
    account = '',
    wish,
  }) => `Launch a campaign. ${wish === undefined ? 'Ask what it is for.' : `This is what the user wants: ${JSON.stringify(wish)}`}
1. ${callText('ads_find', { kind: 'FUNDING_INSTRUMENT', account })}
2. ${callText('ads_describe', { operation: 'launchCampaign' })}

Ask for what is missing: name, funding instrument, budget with its currency, first and last day,
objective, placements, targeting, posts. Invent no id and no amount. Leave activate out: then all of
it is made PAUSED.
Then call ads_prepare with why, with variables { "input": … }, and with this document:

${document}

Mend each fault that it names. Show the user the sentences and the money of the plan, and wait. After
a yes call ads_apply with the plan; if its approval is PAGE, give the user its address first. If the
outcome is UNKNOWN, call ads_outcome: do not prepare it again. Say at the end what was made, with ids.`,
};
