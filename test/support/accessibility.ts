import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AuditOptions {
  /** True if controls that are too small to hit are findings too. */
  readonly targets?: boolean;
  /** A selector of the parts to look at; left out, the whole page. */
  readonly within?: string;
  /** True if only contrasts are looked at: all that other colours change. */
  readonly coloursOnly?: boolean;
}

/** The faults that axe-core finds in the page, of any impact. */
export const findings = async (
  page: Page,
  { targets = false, within = 'html', coloursOnly = false }: AuditOptions = {},
): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const violations = await page.evaluate(
    async ([enabled, parts, isShort]) => {
      const { axe: loaded } = globalThis as unknown as typeof import('axe-core') & {
        axe: typeof import('axe-core');
      };
      const found = await loaded.run(parts, {
        resultTypes: ['violations'],
        preload: false,
        ...(isShort ? { runOnly: ['color-contrast'] } : { rules: { 'target-size': { enabled } } }),
      });
      return found.violations as Result[];
    },
    [targets, within, coloursOnly] as const,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
};
