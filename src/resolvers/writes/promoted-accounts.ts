import { promotedAccounts } from '../../upstream/catalogue/areas/promoted-accounts.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Args, Load, LoadContext } from '../field.ts';
import { pathValues, upstreamValues } from '../input.ts';
import type { EntityPaths } from '../reads/needs.ts';
import { type Payload, unknownOutcome } from '../write-errors.ts';
import { once, write } from './write.ts';

const { createPromotedAccount, listPromotedAccounts } = promotedAccounts;

/** Promotes a user. The API returns no row if the line item does already; then it is read. */
export const promoteAccount = (paths: EntityPaths): Load<unknown, Payload> => {
  const create = write(createPromotedAccount, paths);
  return once(async (input, asking) => {
    const [made] = (await create([{}], { input }, asking.context, asking.field)) as readonly [
      Payload | Error,
    ];
    if (made instanceof Error) throw made;
    if (made.outcome !== 'APPLIED' || made.rows.length > 0) return made;
    const known = await findPromoted(input, asking).catch(() => null);
    if (known !== null) return { ...made, rows: [known] };
    const error = unknownOutcome(
      'The response of the API is empty, and the API does not list that user.',
    );
    return { ...made, outcome: 'UNKNOWN', errors: [error] };
  });
};

const findPromoted = async (input: Args, { context, field }: LoadContext): Promise<Row | null> => {
  const path = pathValues(createPromotedAccount, input, { path: ['input'] });
  const spot = { accountId: path['account_id'] ?? null, path: ['input'] };
  const { line_item_id: lineItemId, user_id: userId } = upstreamValues(
    createPromotedAccount.params,
    input,
    spot,
  );
  const listInput = { ...path, line_item_ids: [lineItemId], count: 1000 };
  const { rows } = await context.loaders.read(listPromotedAccounts, listInput, field.trace);
  return rows.find((row) => String(row['user_id']) === userId) ?? null;
};
