import { isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import type { mediaUploads } from '../../src/upstream/catalogue/areas/media-uploads.ts';
import type { streamWebhooks } from '../../src/upstream/catalogue/areas/stream-webhooks.ts';
import type { tokens } from '../../src/upstream/catalogue/areas/tokens.ts';
import type { EndpointName } from '../../src/upstream/catalogue/endpoint-names.ts';
import { catalogue, endpoints } from '../../src/upstream/catalogue/index.ts';
import type { Endpoint } from '../../src/upstream/catalogue/language/endpoint.ts';
import { bikes } from '../support/accounts.ts';
import type { Case } from '../support/every-case.ts';
import { everyCase } from '../support/every-case.ts';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';

/**
 * Endpoints of other hosts, for sign-in and sign-out, uploads, and files of results. The tests
 * named in `elsewhere` cover them.
 */
type ElsewhereName =
  | keyof typeof tokens
  | keyof typeof streamWebhooks
  | keyof typeof mediaUploads
  | 'readStatsJobFile';

const elsewhere = {
  createRequestToken: 'sign-in',
  authorize: 'sign-in',
  authenticate: 'sign-in',
  createAccessToken: 'sign-in',
  invalidateAccessToken: 'revocation',
  createBearerToken: 'bearer-token',
  invalidateBearerToken: 'bearer-token',
  deleteStreamWebhookLink: 'bearer-token',
  readStatsJobFile: 'stats-jobs',
  stageMedia: 'media-uploads',
  appendMedia: 'media-uploads',
  finalizeMedia: 'media-uploads',
  getStagedMedia: 'media-uploads',
} satisfies Record<ElsewhereName, string>;

// An endpoint without a case does not compile.
const cases = everyCase satisfies Record<Exclude<EndpointName, ElsewhereName>, Case>;
const caseNames = Object.keys(cases) as (keyof typeof cases)[];

const noRows = 'where the emulator is seeded with no such row, the case brings its own `rows`';

const running = useGateway();
const passed = new Set<string>();

const outcomesIn = ({ data }: Answer): readonly string[] =>
  Object.values(data as Record<string, { outcome?: string }>).flatMap(
    (field) => field.outcome ?? [],
  );

describe('every endpoint', () => {
  test.each(caseNames)('%s is called, answered, and accepted', async (name) => {
    const { document, variables, rows = {} }: Case = cases[name];
    running.emulator.reset({ data: true });
    for (const [entity, some] of Object.entries(rows)) {
      for (const row of some) running.emulator.store.insert(entity, bikes, row);
    }
    const answer = await running.ask(document, variables);
    expect(answer.errors).toBeUndefined();
    const endpoint = catalogue[name];
    const call = answer.calls.find((one) => one.endpoint === name);
    expect(call).toMatchObject({ method: endpoint.method });
    expect(call?.status, noRows).toBeLessThan(300);
    expect(call?.host).toBe(endpoint.host === 'sandbox' ? 'sandbox' : 'ads');
    if (document.startsWith('mutation')) expect(outcomesIn(answer)).toEqual(['APPLIED']);
    else expect(JSON.stringify(answer.data), noRows).toMatch(/":(?!null|\[\]|\{)/);
    passed.add(name);
  });

  test('is in docs/coverage.md, with its field and its test', async () => {
    expect([...passed].sort(), 'a case above failed').toEqual(caseNames.toSorted());
    const rows = endpoints.map((endpoint) => {
      const rest = `${endpoint.method} ${endpoint.version === null ? '' : `/${endpoint.version}`}/${endpoint.path}`;
      const where = endpoint.host === 'sandbox' ? ' (sandbox)' : '';
      const early = endpoint.isEarlyAccess ? ' (early access)' : '';
      return `| ${rest}${where}${early} | ${reachedBy(endpoint, rest)} | ${testOf(endpoint.name)} |`;
    });
    const page = `# Coverage\n\nWritten by the tests. The test of a row makes the gateway call its endpoint on the emulator.\n\n${meaningOfEarly}\n\n| Endpoint | Reached by | Test |\n|---|---|---|\n${rows.sort().join('\n')}\n`;
    await expect(page).toMatchFileSnapshot('../../docs/coverage.md');
  });
});

const meaningOfEarly = `*Early access*: X lets in users and applications one by one. The API may answer others with 403 or\n404, which the gateway shows as \`FORBIDDEN\` or \`NOT_FOUND\`. The documents show these endpoints; whether\nyours is let in, only a call can tell.`;

const testOf = (name: string): string =>
  name in elsewhere ? elsewhere[name as ElsewhereName] : `every-endpoint: ${name}`;

/**
 * The fields whose description names this REST call, `node` for items of Node types, or the route
 * that leads to it.
 */
const reachedBy = ({ name, method, returns }: Endpoint, rest: string): string => {
  const pattern = new RegExp(`REST: ${rest.replace(/[{}/.]/g, '\\$&')}[.,]`);
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ description }) => pattern.test(description ?? ''))
        .map((field) => `${type.name}.${field.name}`),
    );
  const type = schema.getType(returns.of?.name ?? '');
  const isNode = isObjectType(type) && type.getInterfaces().some((one) => one.name === 'Node');
  if (method === 'GET' && isNode && (returns.as === 'one' || !isReadSingly(returns.of))) {
    fields.push('Query.node');
  }
  return fields.length > 0 ? fields.join(', ') : (routes[name] ?? '');
};

/** True if an endpoint reads one row of an entity; other rows are found in a list. */
const isReadSingly = (entity: unknown): boolean =>
  endpoints.some(
    ({ method, returns: { as, of } }: Endpoint) =>
      method === 'GET' && as === 'one' && of === entity,
  );

const routes: Readonly<Record<string, string>> = {
  createRequestToken: 'GET /auth/login, ads-graph login',
  authorize: 'GET /auth/login, ads-graph login',
  authenticate: 'GET /auth/login?mode=authenticate',
  createAccessToken: 'GET /auth/callback, ads-graph login',
  createBearerToken: 'Mutation.deleteStreamWebhookLink',
  appendMedia: 'PUT /media/<upload>',
  finalizeMedia: 'PUT /media/<upload>',
};
