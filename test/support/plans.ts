import type { PlanStore } from '../../agents/plans/kept-plans.ts';
import { createPlanStore } from '../../agents/plans/plan-store.ts';
import type { PlanText, WritePlan } from '../../agents/plans/write-plan.ts';
import type { Change } from '../../src/resolvers/dry-run/changes.ts';
import { createMemoryStore } from '../../src/state/memory.ts';

const secret = 'p'.repeat(32);
const openMs = 900_000;

/** A gateway's store in memory, and the plans in it. */
export const createPlans = (now: () => number) => {
  const store = createMemoryStore(now);
  const plans = createPlanStore({
    store,
    secrets: [secret],
    openMs,
    maxOpen: 50,
    shareBytes: 16 * 1024 * 1024,
    now,
  });
  return { overrides: { env: { SESSION_SECRET: secret }, parts: { store, now } }, plans };
};

const sentence =
  'Campaign “Trail <b>bikes</b>” of Nordlicht Bikes: daily budget from 50.00 EUR to 80.00 EUR.';

let count = 0;

/** Keeps a plan of a viewer that raises a budget. */
export const keepPlan = async (
  plans: PlanStore,
  viewer: string,
  {
    timeZone = null,
    changes,
    field = 'updateCampaign',
    ...given
  }: Partial<Pick<WritePlan, 'approval' | 'key' | 'why' | 'duplicateOf' | 'timeZone'>> &
    Partial<Pick<PlanText, 'document' | 'variables'>> & {
      readonly changes?: readonly Change[];
      readonly field?: string;
    } = {},
): Promise<WritePlan> => {
  count += 1;
  const campaign = {
    type: 'Campaign',
    id: 'Campaign:18ce54bik3s:cik3s000',
    name: 'Trail <b>bikes</b>',
  };
  const made = {
    id: `plan${String(count).padStart(12, '0')}`,
    viewer,
    key: 'pacer',
    why: 'It reached its <budget> on each of the last 7 days.',
    document:
      'mutation Raise($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }',
    variables: { input: { id: campaign.id, dailyBudget: '80.00' } },
    approval: 'PAGE' as const,
    duplicateOf: null,
    writes: [
      {
        field,
        path: field,
        outcome: 'READY' as const,
        errors: [],
        sentences: [sentence],
        facts: { maySpend: true, deletes: false, raises: [null], effects: [], timeZone },
        changes: changes ?? [
          {
            action: 'UPDATE' as const,
            ...campaign,
            accountId: '18ce54bik3s',
            field: 'dailyBudget',
            before: '50.00 EUR',
            after: '80.00 EUR',
          },
        ],
        money: [
          {
            currency: 'EUR',
            dailyBefore: '50.00',
            dailyAfter: '80.00',
            totalBefore: '0.00',
            totalAfter: '0.00',
          },
        ],
        activates: [],
        guards: [],
        items: [],
        steps: [],
        calls: { least: 1, most: 1 },
      },
    ],
    ...given,
  };
  const kept = await plans.keep(made);
  if (typeof kept === 'string') throw new Error(kept);
  return kept;
};
