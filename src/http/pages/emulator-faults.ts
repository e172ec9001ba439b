import { request } from 'undici';
import type { Identity } from '../../auth/identity.ts';
import { originsOf } from '../../auth/origins.ts';
import { sendFailure, sendJson } from '../../auth/replies.ts';
import { refused } from '../../errors/errors.ts';
import type { HttpExchange } from '../door/exchange.ts';

const refusalOf = (code: string, message: string) => ({
  errors: [{ code, message, parameter: null }],
});

const epoch = (secondsAhead: number): string => String(Math.ceil(Date.now() / 1000) + secondsAhead);

/** The faults that the page offers, as bodies of `POST /__emulator/faults`. */
const faults: Readonly<Record<string, () => { readonly match?: object; readonly fault: object }>> =
  {
    'rate-limited': () => ({
      fault: {
        kind: 'answer',
        status: 429,
        headers: {
          'x-rate-limit-limit': '100',
          'x-rate-limit-remaining': '0',
          'x-rate-limit-reset': epoch(3),
        },
        json: refusalOf('TOO_MANY_REQUESTS', 'Rate limit exceeded'),
      },
    }),
    unavailable: () => ({
      fault: {
        kind: 'answer',
        status: 503,
        json: refusalOf('SERVICE_UNAVAILABLE', 'Over capacity'),
      },
    }),
    slow: () => ({ fault: { kind: 'delay', delayMs: 2000 } }),
    cut: () => ({ fault: { kind: 'drop' } }),
    'apply-then-cut': () => ({
      match: { method: 'POST|PUT|DELETE' },
      fault: { kind: 'drop', apply: true },
    }),
  };

/**
 * Creates the handler of the routes by which the page makes the embedded emulator fail. Only trusted
 * callers may use them, and POST only from the page itself.
 *
 * - `GET /graphql/emulator/faults` lists the faults in force.
 * - `POST /graphql/emulator/faults/NAME?times=N` adds one for the next N calls, without N until a
 *   reset.
 * - `POST /graphql/emulator/reset` removes faults and rate windows.
 */
export const createFaultRoute =
  (identity: Identity, emulatorUrl: string) =>
  (exchange: HttpExchange): Promise<void> =>
    answer(identity, emulatorUrl, exchange).catch((error: unknown) => sendFailure(exchange, error));

const answer = async (
  identity: Identity,
  emulatorUrl: string,
  { req, res }: HttpExchange,
): Promise<void> => {
  const { isTrusted } = await identity.callerOf(req.headers);
  if (!isTrusted)
    throw refused(403, 'Only the owner may inject faults. Sign in as the owner.', {
      code: 'FORBIDDEN',
    });
  const url = new URL(req.url ?? '', emulatorUrl);
  const [what = '', name = ''] = url.pathname.split('/').slice(3);
  const control = (route: string, body?: object) =>
    request(`${emulatorUrl}/__emulator/${route}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
  if (req.method === 'POST') {
    refuseForeign(identity, req.headers);
    const order = Object.hasOwn(faults, name) ? faults[name]?.() : undefined;
    const times = Number(url.searchParams.get('times'));
    if (what === 'reset') await (await control('reset', {})).body.dump();
    else if (order === undefined) throw refused(404, 'There is no such fault.');
    else await (await control('faults', { ...order, ...(times > 0 && { times }) })).body.dump();
  }
  const { body } = await control('faults');
  sendJson(res, await body.json());
};

// Browsers name the origin of the page that posts.
const refuseForeign = (identity: Identity, headers: HttpExchange['req']['headers']): void => {
  if (headers.origin === originsOf(identity, headers).own) return;
  throw refused(403, 'Inject faults from the explorer.', { code: 'CSRF_BLOCKED' });
};
