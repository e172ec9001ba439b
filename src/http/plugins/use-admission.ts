import { refused } from '../../errors/errors.ts';
import { checkOperation } from '../../execution/answer/run-operation.ts';
import { exclusiveTurn } from '../../upstream/client/pace.ts';
import type { Admission } from '../door/admission.ts';
import { notAcceptable } from '../door/headers.ts';
import { placeFor } from '../door/take-place.ts';
import { known, type OperationPlugin, type RequestOperation } from './operation.ts';
import { shortBody } from './params.ts';

type OperationVariables = Readonly<Record<string, unknown>>;

/**
 * Lets an operation run: checks the right to write, its variables and its cost, and takes a place
 * if it needs one. A forecast needs none.
 */
export const useAdmission = (admission: Admission): OperationPlugin => ({
  onContextBuilding: ({ context: { operation, params } }) => {
    checkWish(operation);
    if (operation.wanted === 'forecast') return exclusiveTurn();
    return admit(operation, params.variables ?? {}, admission);
  },
});

const admit = (
  operation: RequestOperation,
  variables: OperationVariables,
  admission: Admission,
): Promise<void> | undefined => {
  const { exchange } = operation;
  if (exchange.bodyBytes > shortBody) return admitLong(operation, variables, admission);
  return placeFor(check(operation, variables), admission, exchange) ?? undefined;
};

const admitLong = async (
  operation: RequestOperation,
  variables: OperationVariables,
  admission: Admission,
): Promise<void> => {
  await exclusiveTurn();
  const checked = check(operation, variables);
  await exclusiveTurn();
  await placeFor(checked, admission, operation.exchange);
};

const check = (operation: RequestOperation, variables: OperationVariables) => {
  const checked = checkOperation(known(operation.plan), variables, operation.accepted.parts);
  if ('errors' in checked) throw new AggregateError(checked.errors);
  operation.checked = checked;
  return checked;
};

const checkWish = ({ exchange: { req }, accepted, ...operation }: RequestOperation): void => {
  const plan = known(operation.plan);
  const { isMutation } = plan;
  operation.check?.(plan);
  if (operation.isOwn) return;
  if (accepted.type === null) throw notAcceptable();
  // A caller to whom the owner's token is lent for queries only may not write.
  if (isMutation && !known(operation.caller).mayWrite) {
    const message = "This API key lends the owner's token for queries only. Sign in to write.";
    throw refused(403, message, { code: 'FORBIDDEN' });
  }
  const { 'x-ads-plan': forecast, 'x-ads-dry-run': dry } = req.headers;
  if (dry !== '1' || (isMutation && forecast !== '1')) return;
  const why = isMutation ? 'goes without x-ads-plan' : 'is for mutations';
  throw refused(400, `The header x-ads-dry-run ${why}.`);
};
