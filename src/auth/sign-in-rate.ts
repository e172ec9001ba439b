import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { refused } from '../errors.ts';
import { nullIfUnavailable, type Store, unreadable } from '../state/store.ts';

/** The most that may begin in a minute, from one network and in total. */
interface SignInLimits {
  readonly signInsEach: number;
  readonly signIns: number;
}

/** Counts what begins now. Rejects with RATE_LIMITED if there is too much in a minute. */
export type CountBeginning = (req: IncomingMessage) => Promise<void>;

const seconds = 60;

interface CounterOptions {
  /** The plural of what is counted. Each kind has a count of its own. */
  readonly kind: 'sign-ins' | 'clients';
  readonly store: Store;
  /** Whether there is a proxy, which sends the client's address in `x-forwarded-for`. */
  readonly isPublished: boolean;
}

/** Creates a counter: of this process and, while the store answers, of all processes. */
export const createCountBegun = (
  { signInsEach, signIns }: SignInLimits,
  { kind, store, isPublished }: CounterOptions,
): CountBeginning => {
  const each = new RateLimiterMemory({ points: signInsEach, duration: seconds });
  const all = new RateLimiterMemory({ points: signIns, duration: seconds });
  return async (req) => {
    const network = networkOf(addressOf(req, isPublished));
    try {
      await each.consume(network);
      await all.consume('all');
    } catch (error) {
      throw error instanceof RateLimiterRes ? tooMany(kind, error.msBeforeNext) : error;
    }
    // The count of this process comes first, because it limits the number of entries in the store.
    for (const [name, max] of [
      [`${kind}:from:${network}`, signInsEach],
      [`${kind}:all`, signIns],
    ] as const) {
      const waitMs = await nullIfUnavailable(countShared(store, name, max));
      if (waitMs !== null && waitMs > 0) throw tooMany(kind, waitMs);
    }
  };
};

/**
 * Adds one in a minute, which begins with the first. Returns the milliseconds until its end if
 * there are more than `max`; else 0.
 */
const countShared = async (store: Store, name: string, max: number): Promise<number> => {
  const [now, ms] = [Date.now(), 1000 * seconds];
  const since = Number((await store.setIfAbsent(name, String(now), ms)) ?? now);
  if (!(Math.abs(now - since) <= 2 * ms)) throw unreadable('the start of a minute');
  const sum = await store.increment(`${name}:${since}`, 1, ms);
  return sum > max ? Math.max(1, since + ms - now) : 0;
};

const tooMany = (kind: CounterOptions['kind'], msBeforeNext: number) => {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return refused(429, `Too many ${kind} began just now. Try again in a moment.`, {
    code: 'RATE_LIMITED',
    headers: { 'Retry-After': String(retryAfterSeconds) },
    extensions: { retryable: true, retryAfterSeconds },
  });
};

// The networks of proxies in front of the gateway, whose `x-forwarded-for` counts.
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
  // The nearest proxy wrote the last entry. The client may have invented all the others.
  const [seen = ''] = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .slice(-1);
  return isPublished && isInside && seen.trim() !== '' ? seen.trim().slice(0, 64) : address;
};

/** The network of one customer: an IPv4 address, or the first 64 bits of an IPv6 address. */
const networkOf = (address: string): string => {
  if (!address.includes(':')) return address;
  const [before = [], after = []] = address.split('::').map((half) => half.split(':'));
  const zeros = Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return groups.slice(0, 4).join(':');
};
