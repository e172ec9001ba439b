import { type Bodies, discard } from './body.ts';
import type { HttpExchange } from './exchange.ts';
import { leavePlaceWhenSent } from './take-place.ts';

/** Drops what a request holds: the rest of its body, and, when its response is sent, its place. */
export const letGo = (exchange: HttpExchange, bodies: Bodies): void => {
  if (!exchange.req.complete) discard(exchange.req);
  bodies.forget(exchange);
  leavePlaceWhenSent(exchange);
};
