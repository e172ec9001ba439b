import { Hono } from 'hono';
import { z } from 'zod';
import { type Call, publicCall } from './calls.ts';
import type { Decision } from './consent.ts';
import type { ConsentPage } from './consent-page.ts';
import { type createFaults, type FaultOrder, orderSchema } from './faults.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { refusalOfPage } from './web-pages.ts';

/** The objects that the routes under `/__emulator` change. */
export interface Controls {
  readonly about: () => unknown;
  readonly calls: () => readonly Call[];
  readonly fault: (order: FaultOrder) => void;
  readonly faults: ReturnType<typeof createFaults>['list'];
  readonly set: (changes: Partial<Settings>) => void;
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

/** What a reset clears, and what it keeps unless `data` is true. */
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
    controls.fault(orderSchema.parse(await context.req.json()));
    return context.json({ accepted: true }, 201);
  });
  app.post('/settings', async (context) => {
    const changes = settingsSchema.parse(await context.req.json());
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    controls.set(Object.fromEntries(given));
    return context.json({ accepted: true });
  });
  app.post('/reset', async (context) => {
    const text = await context.req.text();
    const { data = false } = resetSchema.parse(text === '' ? {} : JSON.parse(text));
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
      decisionSchema.parse(await context.req.parseBody()),
    );
    return new Response(html, {
      status,
      headers: { 'content-type': 'text/html;charset=utf-8', ...headers },
    });
  });
  app.notFound((context) => context.json({ error: 'The emulator has no such route' }, 404));
  app.onError((error, context) => {
    if (error instanceof z.ZodError) return context.json({ error: z.prettifyError(error) }, 400);
    if (error instanceof SyntaxError) return context.json({ error: error.message }, 400);
    return context.json({ error: 'The emulator failed' }, 500);
  });
  return app;
};
