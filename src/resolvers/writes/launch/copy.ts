import { z } from 'zod';
import { campaigns } from '../../../upstream/catalogue/areas/campaigns.ts';
import { maxLineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import { problemsOf } from '../../../upstream/catalogue/language/check.ts';
import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import { sentenceOf } from '../../../upstream/catalogue/language/problem.ts';
import type { Path } from '../../../upstream/catalogue/language/values.ts';
import { InputError, inputError } from '../../../upstream/client/errors.ts';
import type { Args, Load, LoadContext } from '../../field.ts';
import {
  gathered,
  gatheredPath,
  ownValues,
  underArguments,
  underInput,
  upstreamValues,
  withoutNulls,
} from '../../input.ts';
import { createFaults, type Faults, faultErrors } from '../../write-errors.ts';
import { once } from '../write.ts';
import { readRecord, textOf } from '../write-record.ts';
import { type CampaignCopy, type CopyOptions, copyOf } from './copied.ts';
import type { PreparedLaunch, Refusals } from './launch.ts';
import { keyedInput, keyOf, launch, refusedLaunch } from './launch.ts';
import { creations, inputOfCopy, overridden } from './launch-input.ts';
import type { Launch } from './run-steps.ts';
import { type CopySource, readSource } from './source.ts';
import { maxChildren, maxCriteria, maxPosts } from './tree.ts';

/** Loads `copyCampaign`: reads a campaign with everything in it, then launches a copy. */
export const copyCampaign: Load<unknown, Launch> = once(async (given, asking) => {
  const input = keyedInput(given, asking);
  const faults = createFaults(input, asking.context);
  const own = ownValues(inputOfCopy, input, faults);
  const request = copyIn(input, faults);
  const key = keyOf(own['idempotency_key']);
  const compared = request as unknown as Args;
  const keyed = { mutation: 'copyCampaign', key, compared, faults };
  return launch(keyed, asking, (_isFirst, refusals) =>
    prepared(request, String(key), refusals, asking),
  );
});

/** A requested copy. */
interface RequestedCopy extends CopyOptions {
  readonly campaignId: string;
}

const copyIn = (input: Args, faults: Faults): RequestedCopy => {
  const path = gatheredPath(campaigns.getCampaign, input, faults);
  const { account_id: accountId = '', campaign_id: campaignId = '' } = path;
  const spot = { accountId, path: ['input', 'lineItems'], faults };
  const lineItems = upstreamValues(overridden.params, (input['lineItems'] ?? {}) as Args, spot);
  const given = withoutNulls(lineItems);
  const named = Object.fromEntries(
    Object.entries(overridden.params).filter(([name]) => given[name] !== undefined),
  );
  const locate = (at: Path): Path =>
    at[0] === 'account_id' ? underInput(at) : ['input', 'lineItems', ...underArguments(at)];
  const checkable: Endpoint = { ...overridden, params: named, rules: [] };
  gathered(checkable, { ...given, account_id: accountId }, { locate, faults });
  const name = (input['name'] ?? null) as string | null;
  return { accountId, campaignId, name, lineItems, activate: input['activate'] === true };
};

/** The tree that copies the campaign of the API, or the refusal. */
const prepared = async (
  request: RequestedCopy,
  key: string,
  refusals: Refusals,
  asking: LoadContext,
): Promise<PreparedLaunch> => {
  const { ledger, viewer, deadline, now } = asking.context;
  // The tree is recorded once, because the original may change before the copy is resumed.
  const intent = {
    viewer,
    mutation: 'copyCampaign',
    key: `\n${JSON.stringify(['source', key, textOf(request as unknown as Args)])}`,
    input: '',
  };
  const begin = await ledger.begin(intent, deadline);
  if ('outcome' in begin)
    return readRecord(recordSchema, begin.outcome) as unknown as PreparedLaunch;
  try {
    const source = await readSource(request.accountId, request.campaignId, asking);
    const faults = createFaults({}, asking.context);
    if (source === null) {
      faults.add(notFound);
    } else if (isTooLarge(source)) {
      faults.add(tooLarge);
    }
    const copied = source === null ? null : copyOf(source, request);
    if (copied !== null) checkCopy(copied, now(), faults);
    const found = faults.found();
    const guarded = copied === null || found.length > 0 ? [] : await refusals(copied.tree);
    if (copied === null || found.length + guarded.length > 0) {
      await begin.release();
      return refusedLaunch([...faultErrors(found, {}).errors, ...guarded]);
    }
    await begin.end(JSON.stringify({ ...copied, since: begin.since }), []);
    return { ...copied, since: begin.since };
  } catch (error) {
    await begin.release();
    throw error;
  }
};

const campaignPath = ['input', 'campaignId'];
const notFound = new InputError(
  'This campaign does not exist. Check the id and the account.',
  campaignPath,
  { reason: 'NOT_FOUND' },
);

const isTooLarge = ({ lineItems, criteria, posts, children }: CopySource): boolean =>
  lineItems.length > maxLineItems ||
  criteria.length > maxCriteria ||
  posts.length > maxPosts ||
  Object.values(children).flat().length > maxChildren;

const tooLarge = new InputError(
  `This campaign is too large to be copied: more than ${maxLineItems} line items, ${maxCriteria} targeting criteria, ${maxPosts} promoted posts or ${maxChildren} other parts.`,
  campaignPath,
  { reason: 'TOO_MANY' },
);

const endMissing = new InputError(
  'A line item of this campaign has ended. Give the time when its copy ends.',
  ['input', 'lineItems', 'endTime'],
  { reason: 'REQUIRED' },
);

/**
 * Checks the line items that the copy would make, because the caller's values may not fit the
 * original. Rules that the original also breaks are left to the API.
 */
const checkCopy = ({ tree, broken }: CampaignCopy, now: number, faults: Faults): void => {
  const { accountId: account_id, lineItems } = tree;
  const locate = (at: Path): Path => ['input', 'lineItems', ...underArguments(at)];
  const known = new Set(broken);
  for (const { values } of lineItems) {
    if (Date.parse(String(values['end_time'])) <= now) faults.add(endMissing);
    for (const found of problemsOf(creations.lineItem, { ...values, account_id }, faults.now)) {
      if (!known.has(sentenceOf(found))) faults.add(inputError(found, locate(found.path)));
    }
  }
};

const recordSchema = z.object({
  tree: z.looseObject({ lineItems: z.array(z.looseObject({})) }),
  errors: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  lacks: z.array(z.looseObject({})).optional(),
  broken: z.array(z.string()).optional(),
  since: z.number(),
});
