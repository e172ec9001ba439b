import type { Identity } from '../../auth/identity.ts';
import { answerPreflight } from '../../auth/origins.ts';
import { sendFailure, sendJson } from '../../auth/replies.ts';
import type { Caller } from '../../auth/viewer.ts';
import { refused } from '../../errors/errors.ts';
import type { FoundUpload, Upload, Uploads } from '../../loaders/uploads.ts';
import { viewerOf } from '../../resolvers/context.ts';
import type { Client } from '../../upstream/client/client.ts';
import type { Admission } from '../door/admission.ts';
import { discard } from '../door/body.ts';
import { callerScope, type HttpExchange, leftSignal } from '../door/exchange.ts';
import { progressHeaders, receive } from './receive.ts';

/** The dependencies of the route for the bytes of uploads. */
interface UploadRoute {
  readonly identity: Identity;
  readonly client: Client;
  readonly uploads: Uploads;
  /** The places for uploads, which are separate from those of operations. */
  readonly admission: Admission;
  readonly timeouts: { readonly upload: number; readonly request: number };
}

const shared = {
  methods: 'PUT, HEAD',
  headers: 'content-type, content-range, x-request-id',
  exposed: 'upload-offset, upload-length, retry-after, x-request-id',
} as const;

/**
 * Creates the handler of `/media/<upload>`: `PUT` receives bytes of an upload, and `HEAD` reports
 * the number of bytes that have arrived.
 */
export const createUploadRoute =
  (route: UploadRoute) =>
  async (exchange: HttpExchange, path: string): Promise<void> => {
    const { req, res, record } = exchange;
    if (answerPreflight(route.identity, exchange, shared)) return;
    try {
      await answer(route, exchange, path);
    } catch (error) {
      if (req.method === 'PUT') record.upload = 'broken off';
      if (!req.complete) {
        res.shouldKeepAlive = false;
        discard(req);
      }
      sendFailure(exchange, error);
    }
  };

const answer = async (route: UploadRoute, exchange: HttpExchange, path: string): Promise<void> => {
  const { req, res, record } = exchange;
  if (req.method !== 'PUT' && req.method !== 'HEAD') {
    throw refused(405, 'Use PUT or HEAD at this address.', { headers: { Allow: 'PUT, HEAD' } });
  }
  const caller = await route.identity.callerOf(req.headers);
  exchange.callerKey = caller.callerKey;
  record.key = caller.key;
  record.user = caller.viewer?.userId ?? null;
  const found = await findFor(route, caller, path);
  if (req.method === 'HEAD') {
    res.writeHead(200, { ...progressHeaders(found.upload), 'Cache-Control': 'no-store' }).end();
    return;
  }
  if (!caller.mayWrite) {
    const message = "This API key lends the owner's token for queries only. Sign in to write.";
    throw refused(403, message, { code: 'FORBIDDEN' });
  }
  const upload = await route.admission.admit(caller.callerKey, () =>
    take(route, exchange, { caller, found }),
  );
  record.upload = upload.receivedBytes < upload.totalBytes ? 'paused' : 'complete';
  const { receivedBytes, totalBytes } = upload;
  sendJson(res, { receivedBytes, totalBytes }, { headers: progressHeaders(upload) });
};

/** The upload of a path. Throws a refusal if the caller has no such upload, or acts for nobody. */
const findFor = async (
  { client, uploads }: UploadRoute,
  { viewer }: Caller,
  path: string,
): Promise<FoundUpload> => {
  if (viewer === null) {
    throw refused(401, 'Sign in to upload.', { code: 'UNAUTHENTICATED' });
  }
  const found = await uploads.find(viewerOf(client, { viewer }), path);
  if (found !== null && found.upload.expiresAt > uploads.now()) return found;
  const message =
    'There is no such upload of yours, or it has expired. Start again with stageMedia.';
  throw refused(404, message, { code: 'NOT_FOUND' });
};

const take = async (
  { identity, client, uploads, admission, timeouts }: UploadRoute,
  exchange: HttpExchange,
  { caller, found }: { readonly caller: Caller; readonly found: FoundUpload },
): Promise<Upload> => {
  const { record } = exchange;
  const deadline = performance.now() + timeouts.upload;
  const ads = client.forRequest({
    ...callerScope(caller, identity.ended.endToken),
    startedAt: record.start,
    deadline,
    maxCalls: Number.POSITIVE_INFINITY,
    signal: leftSignal(exchange),
    traceparentOf: record.trace?.traceparentOf ?? null,
  });
  record.calls = [ads.calls];
  const { refuseStopping } = admission;
  return receive(exchange, found, {
    uploads,
    ads,
    idleMs: timeouts.request,
    deadline,
    refuseStopping,
  });
};
