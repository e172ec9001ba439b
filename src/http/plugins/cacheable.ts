import { hash } from 'node:crypto';
import { MAX_AGE_MS } from '../../loaders/reference-data.ts';
import { type CacheScope, type Reply, varying } from './reply.ts';

// The data may already be nearly MAX_AGE_MS old, and a cache adds its own time.
const maxAgeSeconds = MAX_AGE_MS / 6 / 1000;

/** A reply that caches may keep; status 304 without a body where `If-None-Match` names it. */
export const cacheable = (reply: Reply, by: CacheScope, ifNoneMatch: string | undefined): Reply => {
  // A weak one, because a strong one would have to differ for each encoding.
  const etag = `W/"${hash('sha256', reply.body, 'base64url')}"`;
  const headers = varying(
    { ...reply.headers, 'Cache-Control': `${by}, max-age=${maxAgeSeconds}`, ETag: etag },
    ...(by === 'public' ? ['Accept'] : ['Accept', 'Authorization', 'Cookie', 'X-API-Key']),
  );
  return matches(etag, ifNoneMatch) ? { status: 304, headers, body: '' } : { ...reply, headers };
};

const matches = (etag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one === etag || `W/${one}` === etag);
