import type { GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../src/schema/index.ts';
import type { EndpointName } from '../src/upstream/catalogue/index.ts';
import { catalogue, endpoints } from '../src/upstream/catalogue/index.ts';
import { cases as accounts } from './cases/accounts.ts';
import { cases as audiences } from './cases/audiences.ts';
import { cases as campaigns } from './cases/campaigns.ts';
import { cases as cards } from './cases/cards.ts';
import { cases as posts } from './cases/posts.ts';
import type { Answered, Running } from './support/gateway.ts';
import { startGateway } from './support/gateway.ts';

/** A document that makes the gateway call an endpoint of the seeded emulator. */
interface Case {
  readonly document: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

// An endpoint without a case does not compile.
const cases = { ...accounts, ...audiences, ...campaigns, ...cards, ...posts } satisfies Record<
  EndpointName,
  Case
>;

let running: Running;
const passed = new Set<string>();
beforeAll(async () => {
  running = await startGateway();
});
afterAll(() => running.close());

const outcomesIn = ({ data }: Answered): readonly string[] =>
  Object.values(data as Record<string, { outcome?: string }>).flatMap(
    (field) => field.outcome ?? [],
  );

describe('every endpoint', () => {
  test.each(Object.entries(cases as Record<EndpointName, Case>))(
    '%s is called, answered, and accepted',
    async (name, { document, variables }) => {
      running.emulator.reset({ data: true });
      const answer = await running.ask(document, variables);
      expect(answer.errors).toBeUndefined();
      const endpoint = catalogue[name as EndpointName];
      const call = answer.calls.find((one) => one.endpoint === name);
      expect(call).toMatchObject({ method: endpoint.method });
      expect(call?.status).toBeLessThan(300);
      expect(call?.host).toBe(endpoint.host === 'sandbox' ? 'sandbox' : 'ads');
      if (document.startsWith('mutation')) expect(outcomesIn(answer)).toEqual(['APPLIED']);
      else expect(JSON.stringify(answer.data)).toMatch(/":(?!null|\[\]|\{)/);
      passed.add(name);
    },
  );

  test('is in docs/coverage.md, with its field and its test', async () => {
    expect([...passed].sort()).toEqual(Object.keys(catalogue).sort());
    const rows = endpoints.map((endpoint) => {
      const rest = `${endpoint.method} ${endpoint.version === null ? '' : `/${endpoint.version}`}/${endpoint.path}`;
      return `| ${rest}${endpoint.host === 'sandbox' ? ' (sandbox)' : ''} | ${fieldsOf(rest).join(', ')} | every-endpoint: ${endpoint.name} |`;
    });
    const page = `# Coverage\n\nWritten by the tests: each row is an endpoint that was called and answered. ${passed.size} of ${endpoints.length}.\n\n| Endpoint | Reached by | Test |\n|---|---|---|\n${rows.sort().join('\n')}\n`;
    await expect(page).toMatchFileSnapshot('../docs/coverage.md');
  });
});

/** The fields whose description names this REST call. */
const fieldsOf = (rest: string): readonly string[] =>
  Object.values(schema.getTypeMap())
    .filter((type): type is GraphQLObjectType => 'getInterfaces' in type && 'isTypeOf' in type)
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter(
          ({ description }) =>
            description?.includes(`REST: ${rest}`) === true &&
            new RegExp(`REST: ${rest.replace(/[{}/.]/g, '\\$&')}[.,]`).test(description),
        )
        .map((field) => `${type.name}.${field.name}`),
    );
