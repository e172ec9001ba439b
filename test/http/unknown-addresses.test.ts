import { expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();

test('an unknown address is a page for browsers, and JSON for programs', async () => {
  const address = new URL('/nope', running.url);
  const page = await fetch(address, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(404);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const text = await page.text();
  expect(text).toContain('Page not found');
  expect(text).toContain('href="/graphql"');
  expect(text).not.toContain('BAD_REQUEST');
  const answer = await fetch(address);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
  expect(running.emulator.calls()).toEqual([]);
});
