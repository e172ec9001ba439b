import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds wrong with the page, as far as it is serious. */
export const findings = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { axe: loaded } = globalThis as unknown as typeof import('axe-core') & {
      axe: typeof import('axe-core');
    };
    return (await loaded.run()).violations as Result[];
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
};
