import { promotedTweets } from '../../../upstream/catalogue/areas/promoted-tweets.ts';
import {
  operatorType,
  targetingType,
} from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import { lowerId, sameId } from '../../../upstream/catalogue/language/identifiers.ts';
import { id, required } from '../../../upstream/catalogue/language/params.ts';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import { idOf, type Row } from '../../../upstream/client/row.ts';
import { withoutNulls } from '../../input.ts';
import { isAudienceCriterion } from '../../reads/custom-audiences.ts';
import type { WriteError } from '../../write-errors.ts';
import { brokenRules, copiedValues, copiedWhole, unknownColumns } from './copied-values.ts';
import { misplacedCriteria, needingLast } from './input-tree.ts';
import { creations } from './launch-input.ts';
import { isAddedByApi, lackedPlatforms } from './platforms.ts';
import type { Lack } from './run-steps.ts';
import type { CopySource } from './source.ts';
import type { StepKind } from './step.ts';
import type { CampaignTree, LineItemTree } from './tree.ts';
import { children, lackOf, named, notActivated, nounOf } from './tree.ts';

/** The differences of a copy from the original. Values are by upstream name; null removes one. */
export interface CopyOptions {
  readonly accountId: string;
  readonly name: string | null;
  readonly lineItems: Values;
  readonly activate: boolean;
}

/** A tree that copies a campaign, and the parts of the campaign that it lacks. */
export interface CampaignCopy {
  readonly tree: CampaignTree;
  readonly errors: readonly WriteError[];
  /** The parts that the copy lacks, by step. */
  readonly lacks: readonly Lack[];
  /** The documented rules that line items of the original break. */
  readonly broken: readonly string[];
}

/** The name of a copied campaign without a name from the caller. */
const nameOfCopy = (name: unknown): string =>
  `${Array.from(String(name)).slice(0, 248).join('')} (copy)`;

/**
 * The tree that copies a campaign. Rows that cannot be made again are left out, with an error for
 * each. The copy is then not activated, because it would cost or show something else.
 */
export const copyOf = (source: CopySource, options: CopyOptions): CampaignCopy => {
  const { accountId, activate } = options;
  const { values, lost } = copiedValues(creations.campaign, source.campaign, { now: source.now });
  const name = options.name ?? nameOfCopy(source.campaign['name']);
  const ofCampaign = lostOf(named('campaign', source.campaign), [
    ...lost,
    ...unknownColumns(creations.campaign, source.campaign),
  ]);
  const lacks = ofCampaign.map((error): Lack => ({ step: 'CAMPAIGN', lineItem: null, error }));
  const lineItems = source.lineItems.map((row, lineItem) =>
    lineItemOf(row, {
      source,
      overridden: options.lineItems,
      owner: named('line item', row),
      lack: (step, errors) => lacks.push(...errors.map((error) => ({ step, lineItem, error }))),
    }),
  );
  const left = lacks.map(({ error }) => error);
  const isWhole = left.length === 0;
  const broken = source.lineItems.flatMap((row) =>
    brokenRules(creations.lineItem, row, source.now),
  );
  return {
    tree: {
      accountId,
      campaign: { ...values, name },
      lineItems,
      activate: activate && isWhole,
      isCopied: true,
    },
    errors: activate && !isWhole ? [...left, notActivated] : left,
    lacks,
    broken: [...new Set(broken)],
  };
};

/** The context of a copied line item. */
interface LineItemContext {
  readonly source: CopySource;
  /** The values of all copied line items, as in `CopyOptions`. */
  readonly overridden: Values;
  /** The line item in sentences. */
  readonly owner: string;
  /** Records errors about omissions, and the kind of the step that would make the missing rows. */
  readonly lack: (step: StepKind, errors: readonly WriteError[]) => void;
}

const lineItemOf = (row: Row, context: LineItemContext): LineItemTree => {
  const { source, overridden, owner, lack } = context;
  const { now } = source;
  const isOwn = (one: Row): boolean => sameId(one['line_item_id'], idOf(row));
  const kept = copiedValues(creations.lineItem, row, { now, overridden });
  lack('LINE_ITEMS', lostOf(owner, [...kept.lost, ...unknownColumns(creations.lineItem, row)]));
  const values = withoutNulls({ ...kept.values, ...overridden });
  const others = children.flatMap(({ kind, creation, becomes = '' }) => {
    const rows = (source.children[kind] ?? []).filter(isOwn);
    const open = rows.filter(({ [becomes]: post = null }) => post === null);
    const found = wholeOf(open, kind, creation, context);
    return found.length === 0 ? [] : [[kind, found.map((one) => one.values)] as const];
  });
  const criteria = source.criteria.filter(isOwn);
  const lacked = lackedPlatforms(values, row, criteria);
  const ownCriteria = criteria.filter((one) => !isAddedByApi(one, values));
  const targeting = criteriaOf(ownCriteria, context);
  const posts = wholeOf(source.posts.filter(isOwn), 'PROMOTED_TWEETS', postCreation, context);
  return {
    values,
    isActive: row['entity_status'] === 'ACTIVE',
    targeting,
    tweetIds: [...new Set(posts.map((one) => String(one.values['tweet_id'])))],
    ...(others.length > 0 && { children: Object.fromEntries(others) }),
    ...(lacked.length > 0 && { lackedPlatforms: lacked }),
  };
};

const postCreation: Endpoint = {
  ...promotedTweets.createPromotedTweets,
  params: { tweet_id: required(id('The post')) },
};
const criterionCreation: Endpoint = {
  ...creations.criterion,
  // The API would take EQ, which targets those whom NE excludes.
  params: { ...creations.criterion.params, operator_type: required(operatorType.any('')) },
};

interface WholeRow {
  readonly row: Row;
  readonly values: Values;
}

/** The values that are sent for rows. Rows that cannot be made again are reported to `lack`. */
const wholeOf = (
  rows: readonly Row[],
  step: StepKind,
  creation: Endpoint,
  { source, owner, lack }: LineItemContext,
): readonly WholeRow[] =>
  rows.flatMap((row) => {
    const values = copiedWhole(creation, row, source.now);
    const what = `the ${nounOf(creation.returns.of)} ${nameOf(row)}`;
    if (typeof values !== 'string') {
      lack(step, lostOf(`${what} of ${owner}`, unknownColumns(creation, row)));
      return [{ row, values }];
    }
    const value = String(row['targeting_value'] ?? idOf(row));
    lack(step, [{ ...refused, message: lackOf(owner, what, values), value }]);
    return [];
  });

const refused = { code: 'BAD_USER_INPUT', reason: 'NOT_ALLOWED' } as const;

const nameOf = (row: Row): string =>
  row['targeting_type'] === undefined
    ? idOf(row)
    : `${row['targeting_type']} ${row['name'] ?? row['targeting_value']}`;

const lostOf = (owner: string, lost: readonly string[]): WriteError[] =>
  lost.map((why) => ({ ...refused, message: lackOf(owner, 'a value', why) }));

const criteriaOf = (rows: readonly Row[], context: LineItemContext): readonly Values[] => {
  const { source, owner, lack } = context;
  const lost = (row: Row, why: string): void => {
    const message = lackOf(owner, `the criterion ${nameOf(row)}`, why);
    const value = String(row['targeting_value']);
    lack('TARGETING', [{ code: 'BAD_USER_INPUT', reason: 'NOT_FOUND', message, value }]);
  };
  const usable = rows.filter((row) => {
    const why = whyNot(row, source.audiences);
    if (why !== null) lost(row, why);
    return why === null;
  });
  const found = needingLast(wholeOf(usable, 'TARGETING', criterionCreation, context));
  const misfits = new Map(misplacedCriteria(found.map(({ values }) => values)));
  return found.flatMap(({ row, values }, index) => {
    const misfit = misfits.get(index);
    if (misfit === undefined) return [values];
    lost(row, misfit.message);
    return [];
  });
};

const creatable: ReadonlySet<unknown> = new Set(targetingType.any('').values);

const whyNot = (criterion: Row, audiences: ReadonlySet<string>): string | null => {
  if (!isAudienceCriterion(criterion)) {
    return creatable.has(criterion['targeting_type'])
      ? null
      : 'criteria of this type can no longer be made';
  }
  return audiences.has(lowerId(criterion['targeting_value']))
    ? null
    : 'its audience can no longer be targeted from this account';
};
