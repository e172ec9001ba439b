import type { IncomingMessage } from 'node:http';
import { BlockList, type Socket } from 'node:net';
import { refusal, refused, retryIn } from '../errors/errors.ts';
import type { CountInMinute } from '../state/minute-limit.ts';

/** The most that may begin in a minute, from one network and in total. */
interface SignInLimits {
  readonly signInsEach: number;
  readonly signIns: number;
}

/** Counts a new sign-in or client. Rejects with RATE_LIMITED above the limits of a minute. */
export type CountBeginning = (req: IncomingMessage) => Promise<void>;

interface CounterOptions {
  /** The plural of the counted thing. Each kind has its own count. */
  readonly kind: 'sign-ins' | 'clients';
  readonly count: CountInMinute;
  /** True if there is a proxy, which sends the client's address in `x-forwarded-for`. */
  readonly isPublished: boolean;
}

/** Creates a counter of beginnings. */
export const createCountBeginning =
  (
    { signInsEach, signIns }: SignInLimits,
    { kind, count, isPublished }: CounterOptions,
  ): CountBeginning =>
  async (req) => {
    const network = networkOf(addressOf(req, isPublished));
    const waitMs = await count([`${kind}:from:${network}`, signInsEach], [`${kind}:all`, signIns]);
    if (waitMs > 0) throw tooMany(kind, waitMs);
  };

const tooMany = (kind: CounterOptions['kind'], waitMs: number) =>
  refused(429, `Too many ${kind} in the last minute. Try again in a moment.`, {
    code: 'RATE_LIMITED',
    ...retryIn(waitMs),
  });

/** Creates a counter of the calls of the API that are made for a key. */
export const createCountCall =
  (count: CountInMinute) =>
  async (key: string, most: number): Promise<void> => {
    const waitMs = await count([`key-calls:${key}`, most]);
    if (waitMs === 0) return;
    const message = `This API key may make ${most} API calls in a minute. Try again in a minute.`;
    throw refusal('RATE_LIMITED', message, retryIn(waitMs));
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

/**
 * The address that a request came from: behind a proxy of this network, with PUBLIC_URL, the one
 * that the proxy saw. Empty without a connection.
 */
export const addressOf = (
  { socket, headers }: Pick<IncomingMessage, 'headers'> & { readonly socket?: Socket },
  isPublished: boolean,
): string => {
  const address = (socket?.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
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
