import { Hono } from 'hono';
import { z } from 'zod';
import type { Call } from './calls.ts';
import type { Decision } from './consent.ts';
import type { Page } from './consent-page.ts';
import type { createFaults, FaultOrder } from './faults.ts';
import { orderSchema } from './faults.ts';
import type { Settings } from './settings.ts';
import { settingsSchema } from './settings.ts';

/** What the routes under `/__emulator` act on. */
export interface Controls {
  readonly about: () => unknown;
  readonly calls: () => readonly Call[];
  readonly fault: (order: FaultOrder) => void;
  readonly faults: ReturnType<typeof createFaults>['list'];
  readonly set: (changes: Partial<Settings>) => void;
  readonly decide: (decision: Decision) => Page;
  readonly reset: (facts: { readonly data: boolean }) => void;
}

const resetSchema = z.strictObject({ data: z.boolean().optional() });

const decisionSchema = z.object({
  oauth_token: z.string(),
  user_id: z.string(),
  decision: z.enum(['allow', 'deny']),
});

/** The routes under `/__emulator`. They need no signature; a malformed body is a 400. */
export const createControlRoutes = (controls: Controls) => {
  const app = new Hono().basePath('/__emulator');
  app.get('/', (context) => context.json(controls.about()));
  app.get('/calls', (context) => context.json(controls.calls()));
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
    return context.json({ data });
  });
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
  app.onError((error, context) =>
    error instanceof z.ZodError || error instanceof SyntaxError
      ? context.json({ error: error.message }, 400)
      : context.json({ error: 'The emulator failed' }, 500),
  );
  return app;
};
