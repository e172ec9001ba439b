import type { Exchange } from './exchange.ts';

/** Abandons an exchange when its caller leaves, until the returned function is called. */
export type Watch = (exchange: Exchange) => () => void;

/** One listener for all exchanges of a request: signals with hundreds of listeners are slow and warn. */
export const watchSignal = (signal: AbortSignal): Watch => {
  const watched = new Set<Exchange>();
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
