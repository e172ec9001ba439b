import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Version } from './agents.ts';

/** How the scenarios of a version of the protocol ended. */
export interface Conformance {
  /** The names of the scenarios that the version demands. */
  readonly demanded: readonly string[];
  /** The checks that failed, as `scenario:check`, of optional scenarios too. */
  readonly failed: readonly string[];
}

const folder = fileURLToPath(new URL('../conformance/', import.meta.url));
const suite = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

const outputOf = (args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    // It ends with 1 if anything failed: the files say what.
    execFile(process.execPath, [suite, ...args], (_error, stdout) => resolve(stdout));
  });

interface Check {
  readonly id: string;
  readonly status: string;
}

/** Runs the conformance suite against an endpoint. */
export const conformanceOf = async (endpoint: URL, version: Version): Promise<Conformance> => {
  const out = mkdtempSync(join(tmpdir(), 'conformance-'));
  const args = ['server', '--url', endpoint.href, '--requirements', version, '-o', out];
  const stdout = await outputOf(args);
  const [, others = ''] = stdout.split('Not scored for ');
  const optional = new Set([...others.matchAll(/^ +[✓✗] (\S+)/gm)].map(([, name]) => name));
  const scenarios = readdirSync(out).map((name) => ({
    scenario: /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name,
    checks: JSON.parse(readFileSync(join(out, name, 'checks.json'), 'utf8')) as readonly Check[],
  }));
  rmSync(out, { recursive: true });
  const failed = scenarios
    // Tasks are an extension that the gateway does not offer.
    .filter(({ scenario }) => !scenario.startsWith('tasks-'))
    .flatMap(({ scenario, checks }) =>
      checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => `${scenario}:${id}`),
    );
  return {
    demanded: scenarios.map(({ scenario }) => scenario).filter((name) => !optional.has(name)),
    failed: [...new Set(failed)].toSorted(),
  };
};
