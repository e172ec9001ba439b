import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { provide } from './debian.ts';
import { freePort } from './redis.ts';
import { endWithFile, isOver } from './started-processes.ts';

/** A Prometheus of this machine that scrapes one gateway and evaluates rules. */
export interface Prometheus {
  /** The result of a query to its API; throws the API's error. */
  readonly query: (expr: string) => Promise<readonly object[]>;
  /** The names of the alerts that fire. */
  readonly firing: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts one on a free port, with the rules of a file. It scrapes the admin listener at `target`.
 */
export const startPrometheus = async (rules: string, target: string): Promise<Prometheus> => {
  provide('prometheus', 'prometheus');
  const folder = mkdtempSync(join(tmpdir(), 'ads-graph-prometheus-'));
  const config = {
    global: { scrape_interval: '300ms', scrape_timeout: '300ms', evaluation_interval: '300ms' },
    rule_files: [rules],
    scrape_configs: [
      { job_name: 'ads-graph', static_configs: [{ targets: [new URL(target).host] }] },
    ],
  };
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const args = [
    `--config.file=${join(folder, 'config.yaml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${address}`,
  ];
  const child = endWithFile(spawn('prometheus', args, { stdio: 'ignore' }));
  const ask = async (path: string) => {
    const response = await fetch(`http://${address}/api/v1/${path}`);
    const { data, error } = await response.json();
    if (error !== undefined) throw new Error(error);
    return data;
  };
  while (!(await ask('status/buildinfo').catch(() => false))) {
    if (isOver(child)) throw new Error('prometheus ended before it answered');
    await pause(100);
  }
  return {
    query: async (expr) => (await ask(`query?query=${encodeURIComponent(expr)}`)).result,
    firing: async () => {
      const { alerts } = (await ask('alerts')) as {
        readonly alerts: readonly {
          readonly state: string;
          readonly labels: { alertname: string };
        }[];
      };
      return alerts.filter(({ state }) => state === 'firing').map((one) => one.labels.alertname);
    },
    stop: async () => {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
