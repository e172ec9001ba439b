import type { RunningTarget, Stage } from './stage.ts';
import { cpuMsOf, settle } from './usage.ts';
import { accountToWalk } from './workload/dataset.ts';
import { named } from './workload/dialects.ts';
import { fields } from './workload/entities.ts';
import type { Json, JsonObject } from './workload/json.ts';
import { listOf, objectOf, textOf } from './workload/json.ts';

const pageSize = 1000;

const columns = Object.keys(fields.Campaign)
  .map((field) => (field === 'id' ? 'restId' : field))
  .join(' ');

const document = `query Walk($account: ID!, $first: Int!, $after: String) {
  account(id: $account) {
    campaigns(first: $first, after: $after) {
      nodes { ${columns} }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/** A walk in words, for reports. */
export const aboutWalk = `a walk of ${accountToWalk.rows.Campaign.length} campaigns, ${pageSize} to a page`;

/**
 * CPU milliseconds and upstream calls of a walk to the end of a long list; throws if a row is
 * missing or repeated.
 */
export const walk = async (
  stage: Stage,
  started: RunningTarget,
): Promise<{ readonly cpu: number; readonly calls: number }> => {
  await stage.patience.waitForCalm();
  await stage.takeCalls();
  const before = cpuMsOf(started.pid);
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page: JsonObject = await pageAfter(started, after);
    for (const node of listOf(page['nodes'])) {
      const { restId, id = restId } = objectOf(node);
      found.push(textOf(id));
    }
    const { hasNextPage, endCursor } = objectOf(page['pageInfo']);
    after = hasNextPage === true ? textOf(endCursor) : null;
  } while (after !== null);
  await settle(started.pid);
  if (found.join() !== accountToWalk.rows.Campaign.map(({ id }) => id).join()) {
    throw new Error(`${started.target.name}: a walk gives other rows`);
  }
  return { cpu: cpuMsOf(started.pid) - before, calls: await stage.takeCalls() };
};

const pageAfter = async ({ origin, target }: RunningTarget, after: string | null) => {
  const query = target.dialect === named ? 'walk' : document;
  const variables = { account: accountToWalk.account.id, first: pageSize, after };
  const response = await fetch(`${origin}${target.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      // The floor compresses nothing.
      'accept-encoding': 'identity',
    },
    body: JSON.stringify({ query, variables }),
  });
  const answer = objectOf((await response.json()) as Json);
  return objectOf(objectOf(objectOf(answer['data'])['account'])['campaigns']);
};
