import type { Admission } from '../door/admission.ts';
import type { Bodies } from '../door/body.ts';
import { isAtMost } from '../door/headers.ts';
import { beginLongWork } from '../door/take-place.ts';
import { known, type OperationPlugin, type RequestOperation } from './operation.ts';
import { type Params, paramsOfBody, paramsOfUrl } from './params.ts';

export interface ParamRules {
  readonly limits: { readonly queryBytes: number };
  readonly admission: Admission;
  readonly bodies: Bodies;
}

/** A longer body (in bytes) takes milliseconds to read, so it needs a place. */
export const shortBody = 64 * 1024;

/** Reads the parameters of a request: the URL of a GET, or the body of a POST within its limits. */
export const useParams = (rules: ParamRules): OperationPlugin => ({
  onRequestParse: ({ serverContext: { operation }, setRequestParser }) =>
    setRequestParser(() => readParams(rules, operation)),
});

const readParams = async (
  { limits, admission, bodies }: ParamRules,
  { exchange, caller }: RequestOperation,
): Promise<Params> => {
  const { req, callerKey } = exchange;
  // A short body is read before the operation takes a place: it may need none. A long one costs
  // memory, and while the processor is overloaded, any body costs too much.
  if (admission.isLate() || !isAtMost(req, limits.queryBytes)) admission.refuseIfFull(callerKey);
  if (req.method === 'GET') return paramsOfUrl(req.url ?? '');
  const body = await bodies.read(exchange, known(caller));
  if (body.length > shortBody) await beginLongWork(admission, exchange);
  return paramsOfBody(body);
};
