import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { refused } from '../errors.ts';
import type { Store } from '../state/store.ts';
import { nullIfUnavailable } from '../state/store.ts';

/** How many sign-ins may begin in a minute, from one address and in all. */
export interface SignInLimits {
  readonly signInsEach: number;
  readonly signIns: number;
}

/** Counts a sign-in that begins; rejects with RATE_LIMITED where too many did. */
export type CountSignIn = (req: IncomingMessage) => Promise<void>;

const seconds = 60;

interface Around {
  readonly store: Store;
  /** Whether there is a proxy, which tells the address that it saw. */
  readonly isPublished: boolean;
}

/** Counts sign-ins: in this process, and with those of all others while the store answers. */
export const createCountSignIn = (
  { signInsEach, signIns }: SignInLimits,
  { store, isPublished }: Around,
): CountSignIn => {
  const each = new RateLimiterMemory({ points: signInsEach, duration: seconds });
  const all = new RateLimiterMemory({ points: signIns, duration: seconds });
  return async (req) => {
    const network = networkOf(addressOf(req, isPublished));
    try {
      await each.consume(network);
      await all.consume('all');
    } catch (error) {
      throw error instanceof RateLimiterRes ? tooMany(error.msBeforeNext) : error;
    }
    // After this process's own count, which bounds what the store is to remember.
    for (const [name, most] of [
      [`from:${network}`, signInsEach],
      ['all', signIns],
    ] as const) {
      const waitMs = await nullIfUnavailable(countShared(store, name, most));
      if (waitMs !== null && waitMs > 0) throw tooMany(waitMs);
    }
  };
};

/** Counts one in the time that its first one began; how long that still lasts where there are more than `most`, else 0. */
const countShared = async (store: Store, name: string, most: number): Promise<number> => {
  const [key, now, ms] = [`sign-ins:${name}`, Date.now(), 1000 * seconds];
  const since = Number((await store.setIfAbsent(key, String(now), ms)) ?? now);
  const sum = await store.increment(`${key}:${since}`, 1, ms);
  return sum > most ? Math.max(1, since + ms - now) : 0;
};

const tooMany = (msBeforeNext: number) => {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return refused(429, 'Too many sign-ins began just now. Try again in a moment.', {
    code: 'RATE_LIMITED',
    headers: { 'Retry-After': String(retryAfterSeconds) },
    extensions: { retryable: true, retryAfterSeconds },
  });
};

const inside = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  inside.addSubnet(network, bits);
}
inside.addSubnet('::1', 128, 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');

const addressOf = ({ socket, headers }: IncomingMessage, isPublished: boolean): string => {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  const isInside = inside.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
  // The last entry is the one that the nearest proxy wrote; a client can make up all others.
  const [seen = ''] = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .slice(-1);
  return isPublished && isInside && seen.trim() !== '' ? seen.trim().slice(0, 64) : address;
};

/** An IPv4 address, or the /64 that one customer has of IPv6. */
const networkOf = (address: string): string => {
  if (!address.includes(':')) return address;
  const [before = [], after = []] = address.split('::').map((half) => half.split(':'));
  const zeros = Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return groups.slice(0, 4).join(':');
};
