import type { UpstreamExchange } from './exchange.ts';

/** Abandons an exchange when its caller leaves, until the returned function is called. */
export type Watch = (exchange: UpstreamExchange) => () => void;

/**
 * One listener on a signal for all exchanges of a request. Signals with hundreds of listeners are
 * slow and warn.
 */
export const watchSignal = (signal: AbortSignal): Watch => {
  const watched = new Set<UpstreamExchange>();
  const leave = (): void => {
    for (const exchange of watched) exchange.abandon();
  };
  return (exchange) => {
    if (watched.size === 0) signal.addEventListener('abort', leave);
    watched.add(exchange);
    return () => {
      watched.delete(exchange);
      if (watched.size === 0) signal.removeEventListener('abort', leave);
    };
  };
};
