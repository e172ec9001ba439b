import { Hono, type HonoRequest } from 'hono';
import { z } from 'zod';
import { type Call, publicCall } from './calls.ts';
import { checked, OrderError } from './checked.ts';
import type { Decision } from './consent.ts';
import type { ConsentPage } from './consent-page.ts';
import type { createFaults } from './faults.ts';
import { type OpenedSession, setCookieOf } from './sessions.ts';
import type { Settings } from './settings.ts';
import type { RowKeys } from './store.ts';
import { refusalOfPage } from './web-pages.ts';

/**
 * The objects that the routes under `/__emulator` show and change. Functions that take `unknown`
 * throw an OrderError of one sentence for an invalid value.
 */
export interface Controls {
  readonly about: () => unknown;
  readonly calls: () => readonly Call[];
  readonly fault: (order: unknown) => void;
  readonly faults: ReturnType<typeof createFaults>['list'];
  readonly settings: () => Settings;
  readonly set: (changes: unknown) => void;
  readonly addRows: (rows: unknown) => RowKeys;
  readonly openSession: (order: unknown) => Promise<OpenedSession>;
  readonly decide: (decision: Decision) => ConsentPage;
  /** An uploaded file or its preview picture, by the end of its URL. */
  readonly media: (mediaKey: string, wantsPoster: boolean) => SentFile | null;
  readonly reset: (facts: { readonly data: boolean }) => void;
}

/** A file as it is sent to a browser. */
interface SentFile {
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** The things that a reset clears, and those that it keeps unless `data` is true. */
const resets = {
  forgotten: ['calls', 'faults', 'settings', 'rate windows'],
  kept: ['rows', 'history', 'uploads', 'added users', 'permissions', 'tokens', 'sign-ins'],
} as const;

const resetSchema = z.strictObject({ data: z.boolean().optional() });

const decisionSchema = z.object({
  oauth_token: z.string(),
  user_id: z.string(),
  decision: z.enum(['allow', 'deny']),
});

/** The JSON body of a request; an empty one is an object without members. */
const bodyOf = async (request: HonoRequest): Promise<unknown> => {
  const text = await request.text();
  return text === '' ? {} : JSON.parse(text);
};

/**
 * The routes under `/__emulator`. They need no signature, but refuse pages of other sites; a
 * malformed body is a 400.
 */
export const createControlRoutes = (controls: Controls, onLoopback: boolean) => {
  const app = new Hono().basePath('/__emulator');
  app.use(async ({ req }, next) => {
    const takesForms = req.path === '/__emulator/consent';
    return refusalOfPage(req.raw, { onLoopback, takesForms }) ?? (await next());
  });
  app.get('/', (context) => context.json(controls.about()));
  app.get('/calls', (context) => context.json(controls.calls().map(publicCall)));
  app.get('/faults', (context) => context.json(controls.faults()));
  app.post('/faults', async (context) => {
    controls.fault(await context.req.json());
    return context.json({ accepted: true }, 201);
  });
  app.get('/settings', (context) => context.json(controls.settings()));
  app.post('/settings', async (context) => {
    controls.set(await context.req.json());
    return context.json({ accepted: true });
  });
  app.post('/rows', async (context) =>
    context.json({ added: controls.addRows(await context.req.json()) }, 201),
  );
  app.post('/sessions', async (context) => {
    const opened = await controls.openSession(await bodyOf(context.req));
    return context.json(opened, 201, { 'set-cookie': setCookieOf(opened) });
  });
  app.post('/reset', async (context) => {
    const { data = false } = checked('reset', resetSchema, await bodyOf(context.req));
    controls.reset({ data });
    const { forgotten, kept } = resets;
    return context.json(
      data ? { data, forgotten: [...forgotten, ...kept], kept: [] } : { data, ...resets },
    );
  });
  const showMedia = (mediaKey: string, wantsPoster: boolean): Response => {
    const medium = controls.media(mediaKey, wantsPoster);
    if (medium === null) return Response.json({ error: 'There is no such file' }, { status: 404 });
    return new Response(medium.content, { headers: { 'content-type': medium.type } });
  };
  app.get('/media/:key', (context) => showMedia(context.req.param('key'), false));
  app.get('/media/:key/poster', (context) => showMedia(context.req.param('key'), true));
  app.post('/consent', async (context) => {
    const { status, html, headers } = controls.decide(
      checked('consent', decisionSchema, await context.req.parseBody()),
    );
    return new Response(html, {
      status,
      headers: { 'content-type': 'text/html;charset=utf-8', ...headers },
    });
  });
  app.notFound((context) => context.json({ error: 'The emulator has no such route' }, 404));
  app.onError((error, context) => {
    if (error instanceof OrderError || error instanceof SyntaxError)
      return context.json({ error: error.message }, 400);
    return context.json({ error: 'Internal error in the emulator' }, 500);
  });
  return app;
};
