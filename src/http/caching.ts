import { hash } from 'node:crypto';
import { MAX_AGE_MS } from '../loaders/reference-data.ts';
import type { KeptBy, Reply } from './reply.ts';
import { varying } from './reply.ts';

// What is at hand here may be nearly as old as it gets, and a cache adds its own time to that.
const maxAgeSeconds = MAX_AGE_MS / 6 / 1000;

/** A reply that caches may keep; without its body where the client says with If-None-Match that it has it. */
export const kept = (reply: Reply, by: KeptBy, ifNoneMatch: string | undefined): Reply => {
  // The same for every encoding, which a strong one would have to tell apart.
  const etag = `W/"${hash('sha256', reply.body, 'base64url')}"`;
  const headers = varying(
    { ...reply.headers, 'Cache-Control': `${by}, max-age=${maxAgeSeconds}`, ETag: etag },
    ...(by === 'public' ? ['Accept'] : ['Accept', 'Authorization', 'Cookie', 'X-API-Key']),
  );
  return isAtHand(etag, ifNoneMatch) ? { status: 304, headers, body: '' } : { ...reply, headers };
};

const isAtHand = (etag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one === etag || `W/${one}` === etag);
