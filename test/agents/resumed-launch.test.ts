import { beforeEach, describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { type Agent, versions, withAgent } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import {
  expectMadeOnce,
  launchDocument,
  launchInput,
  madeSince,
  rowsIn,
} from '../support/launches.ts';

const running = useGateway();
beforeEach(() => running.emulator.reset());

const prepared = async (call: Agent['call'], name: string): Promise<string> => {
  const { campaign, ...rest } = launchInput();
  const input = { ...rest, campaign: { ...campaign, name } };
  const document = launchDocument('launchCampaign', 'outcome');
  const given = { document, variables: { input }, why: 'A launch' };
  return (await call('ads_prepare', given)).members.plan;
};

const writesIn = (
  calls: readonly { readonly method: string; readonly endpoint: string | null }[],
) => calls.filter(({ method }) => method !== 'GET').map(({ endpoint }) => endpoint);

const refusal = { errors: [{ code: 'INVALID', message: 'not today' }] };
const rest = [
  'batchTargetingCriteria',
  'createPromotedTweets',
  'createPromotedTweets',
  'createPromotedTweets',
];

/**
 * Failures of a step: the outcomes of `ads_apply` and then `ads_outcome`, and the writes that the
 * latter sends.
 */
const cuts = [
  {
    what: 'whose answer is lost',
    match: { endpoint: 'batchLineItems' },
    fault: { kind: 'drop', apply: true },
    outcomes: ['UNKNOWN', 'APPLIED'],
    writes: rest,
  },
  {
    what: 'that is refused',
    match: { endpoint: 'batchLineItems' },
    fault: { kind: 'answer', status: 400, json: refusal },
    outcomes: ['REJECTED', 'APPLIED'],
    writes: ['batchLineItems', ...rest],
  },
  {
    what: 'that may be sent twice',
    match: { endpoint: 'createPromotedTweets' },
    fault: { kind: 'drop', apply: false },
    outcomes: ['UNKNOWN', 'APPLIED'],
    writes: rest.slice(1),
  },
  {
    what: 'that may not be sent twice',
    match: { endpoint: 'batchLineItems' },
    fault: { kind: 'drop', apply: false },
    outcomes: ['UNKNOWN', 'UNKNOWN'],
    writes: [],
  },
] as const;

describe.each(versions)('in version %s, ads_outcome after a launch with a step', (version) => {
  test.each(cuts)('$what', async ({ what, match, fault, outcomes, writes }) => {
    const before = rowsIn(running, bikes);
    await withAgent(
      running,
      async ({ call }) => {
        // Enough calls succeed to keep the breaker closed.
        for (let at = 0; at < 3; at += 1) await call('ads_find', { kind: 'ACCOUNT' });
        const plan = await prepared(call, `Launched ${version} ${what}`);
        running.emulator.fault({ match, times: 1, fault });
        const cut = await call('ads_apply', { plan });
        const told = await call('ads_outcome', { plan });
        expect([cut.members.outcome, told.members.outcome]).toEqual(outcomes);
        // A refused launch lists the rows that it has created, and does not only suggest a retry.
        if (outcomes[0] === 'REJECTED') {
          expect(cut.members.next).toMatch(/stopped at LINE_ITEMS .*has made Campaign:\w+:\w+/);
          expect(cut.members.next).toContain('prepare the missing parts');
        }
        expect(writesIn(cut.calls).slice(0, 2)).toEqual(['createCampaign', 'batchLineItems']);
        expect(writesIn(told.calls)).toEqual(writes);
        const again = await call('ads_outcome', { plan });
        expect([again.members.outcome, writesIn(again.calls)]).toEqual([outcomes[1], []]);
      },
      { version },
    );
    const made = madeSince(before, running, bikes);
    if (outcomes[1] === 'APPLIED') expectMadeOnce(made);
    else expect([made.Campaign.length, made.LineItem.length]).toEqual([1, 0]);
  });
});
