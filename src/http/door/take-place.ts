import { refused } from '../../errors/errors.ts';
import type { CheckedOperation } from '../../execution/answer/run-operation.ts';
import { exclusiveTurn } from '../../upstream/client/pace.ts';
import type { Admission } from './admission.ts';
import { type Bodies, discard } from './body.ts';
import type { Exchange, HttpExchange, Place } from './exchange.ts';
import { departureKnown, isGone } from './exchange.ts';

/**
 * Takes a place for the operation, unless it has one. Null if the place is free at once; else a
 * promise that resolves when it is taken. Fails as `enter` does, and with OPERATION_TIMEOUT if the
 * caller has left.
 */
const takePlace = (admission: Admission, exchange: Exchange): Promise<void> | null => {
  const { callerKey, record } = exchange;
  if (exchange.place !== null) return null;
  const start = performance.now();
  const hold = (place: Place): Promise<void> | null => {
    exchange.place = place;
    record.waitedMs = performance.now() - start;
    const known = departureKnown(exchange);
    if (known !== null) return known.then(() => refuseGone(exchange));
    refuseGone(exchange);
    return null;
  };
  const entered = admission.enter(callerKey, (cancel) => {
    exchange.whenClosed = () => cancel(callerLeft);
  });
  if (!(entered instanceof Promise)) return hold(entered);
  return entered.then(async (place) => {
    exchange.whenClosed = null;
    await hold(place);
  });
};

/**
 * Takes a place, and waits for a turn of the event loop without other long work. Rejects as
 * `takePlace` does.
 */
export const beginLongWork = async (admission: Admission, exchange: Exchange): Promise<void> => {
  await takePlace(admission, exchange);
  await exclusiveTurn();
  refuseGone(exchange);
};

// An operation without upstream calls needs a place if it writes more values than this.
const maxValuesWithoutPlace = 1000;

/** Takes a place for an operation with calls or much work; null if it may run at once. */
export const placeFor = (
  { calls, values }: Pick<CheckedOperation, 'calls' | 'values'>,
  admission: Admission,
  exchange: Exchange,
): Promise<void> | null => {
  if (calls > 0) return takePlace(admission, exchange);
  return values > maxValuesWithoutPlace ? beginLongWork(admission, exchange) : null;
};

/**
 * Gives the place back when the answer is sent: an answer that waits to be sent needs as much
 * memory as a running operation.
 */
const leavePlaceWhenSent = (exchange: Exchange): void => {
  const { place } = exchange;
  if (place === null) return;
  if (!('res' in exchange) || exchange.res.closed) place.leave();
  else exchange.whenClosed = place.leave;
};

const refuseGone = (exchange: Exchange): void => {
  if (isGone(exchange)) throw callerLeft;
};

const callerLeft = refused(200, 'The caller no longer waits.', { code: 'OPERATION_TIMEOUT' });

/** Drops what a request holds: the rest of its body, and, when its response is sent, its place. */
export const letGo = (exchange: HttpExchange, bodies: Bodies): void => {
  if (!exchange.req.complete) discard(exchange.req);
  bodies.forget(exchange);
  leavePlaceWhenSent(exchange);
};
