import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Origins } from '../auth/origins.ts';
import type { Log } from './log.ts';

const everyMs = 600_000;
const maxOrigins = 20;
const maxLength = 200;

/**
 * Creates the function that logs a request from a page that may not read the answer (CORS). Each
 * origin is logged once in ten minutes, and at most 20 are, because a caller can invent any number.
 */
export const createRefusedOrigins = (log: Pick<Log, 'warn'>) => {
  const logged = new LRUCache<string, true>({ max: maxOrigins, ttl: everyMs });
  return ({ origin, host = '' }: IncomingHttpHeaders, origins: () => Origins): void => {
    if (origin === undefined || isSame(origin, host)) return;
    const { own, allowed } = origins();
    if (origin === own || allowed.has(origin)) return;
    const named = origin.slice(0, maxLength);
    logged.purgeStale();
    if (logged.has(named) || logged.size >= maxOrigins) return;
    logged.set(named, true);
    log.warn(
      { origin: named },
      'A page of this origin sent a request, but its browser blocks the response: the origin is not in ALLOWED_ORIGINS',
    );
  };
};

const isSame = (origin: string, host: string): boolean =>
  origin === `http://${host}` || origin === `https://${host}`;
