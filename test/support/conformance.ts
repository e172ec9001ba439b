import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Version } from './agents.ts';
import { endWithFile } from './started-processes.ts';

/** The result of the scenarios of one version of the protocol. */
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
    // The suite exits with 1 if anything failed; its files have the details.
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

/** An authorization server, as the suite's configuration describes it. */
interface AuthorizationServer {
  readonly issuer: string;
  readonly clientId: string;
  /** The client waits for its code at `/callback` of this port. */
  readonly port: number;
  /** A person's visit, in a browser, to the address that the suite shows. */
  readonly visit: (address: string) => Promise<void>;
}

/** Runs the suite against an authorization server: how each check ended, as `check: status`. */
export const authorizationConformanceOf = async ({
  issuer,
  clientId,
  port,
  visit,
}: AuthorizationServer): Promise<readonly string[]> => {
  const out = mkdtempSync(join(tmpdir(), 'conformance-'));
  const about = ['--url', issuer, '--resource', `${issuer}/mcp`, '--client-id', clientId];
  const args = [suite, 'authorization', ...about, '--port', String(port), '-o', out];
  const child = endWithFile(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] }));
  const ended = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith(`${issuer}/oauth/authorize?`)) await visit(line);
  }
  await ended;
  const checks = readdirSync(out).flatMap(
    (name) => JSON.parse(readFileSync(join(out, name, 'checks.json'), 'utf8')) as readonly Check[],
  );
  rmSync(out, { recursive: true });
  return checks.map(({ id, status }) => `${id}: ${status}`).toSorted();
};
