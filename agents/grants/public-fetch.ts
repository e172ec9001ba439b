import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, fetch } from 'undici';

const refusedNets = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

// Special ranges within 2000::/3, which has all public addresses: they lead elsewhere or nowhere.
const refusedNets6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const refusedV4 = new BlockList();
for (const [net, bits] of refusedNets) refusedV4.addSubnet(net, bits, 'ipv4');
const refusedV6 = new BlockList();
for (const [net, bits] of refusedNets6) refusedV6.addSubnet(net, bits, 'ipv6');
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');

/** True if an IP address belongs to the public internet, and to no machine behind the gateway. */
const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !refusedV4.check(address, 'ipv4');
    case 6:
      return publicV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
    default:
      return false;
  }
};

const refuseAddress = (): Error => new Error('the address is not public');

/** Finds the addresses of a name; an error if one of them is not public. */
const lookupPublic: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, []);
    const [first] = found;
    if (first === undefined || !found.every(({ address }) => isPublicAddress(address))) {
      return done(refuseAddress(), []);
    }
    if (options.all === true) return done(null, found);
    return done(null, first.address, first.family);
  });
};

const timeoutMs = 3000;

const agent = new Agent({
  connect: { lookup: lookupPublic, timeout: timeoutMs },
  connections: 1,
  headersTimeout: timeoutMs,
  bodyTimeout: timeoutMs,
});

/**
 * Fetches a public document by https within 3 seconds, without redirects. It connects to the
 * address that was checked: the name is resolved once.
 */
export const publicFetch = async (address: string) => {
  const { protocol, hostname } = new URL(address);
  const name = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:' || (isIP(name) > 0 && !isPublicAddress(name))) throw refuseAddress();
  return fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    dispatcher: agent,
  });
};
