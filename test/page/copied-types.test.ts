import type { GraphQLSchema } from 'graphql';
import { expect, test } from 'vitest';
import { requestText } from '../../explorer/page/copy/request-texts.ts';
import { begun, openTab } from '../../explorer/page/work/work.ts';
import { pageSchema } from '../support/page-schema.ts';

const textOf = (query: string, schema: GraphQLSchema | null = pageSchema): string =>
  requestText(
    'TypeScript',
    { tab: openTab(begun({ query })), cursor: 0, schema, hasSession: false },
    'http://127.0.0.1/graphql',
  );

const typesIn = (query: string): string => textOf(query).split('\n\ninterface Answer')[0] ?? '';

test('types have only the selected fields, under their names in the answer', () => {
  expect(
    typesIn(`query Q($id: ID!, $first: Int = 5, $where: CampaignWhere) {
    account(id: $id) { ...a money: campaigns(first: $first, where: $where) { nodes {
      dailyBudget { amount } entityStatus name @include(if: true) raw } } } }
    fragment a on Account { name timezone }`),
  ).toBe(`// TypeScript, as a module of Node, Deno or Bun.
export interface Variables {
  readonly id: string | number;
  readonly first?: number | null;
  readonly where?: CampaignWhere | null;
}

export type Data = {
  readonly account: {
    readonly name: string;
    readonly timezone: string | null;
    readonly money: {
      readonly nodes: ReadonlyArray<{
        readonly dailyBudget: {
          readonly amount: string;
        } | null;
        readonly entityStatus: EntityStatus;
        readonly name?: string;
        readonly raw: unknown | null;
      }>;
    } | null;
  } | null;
};

export interface CampaignWhere {
  readonly effectiveStatus?: ReadonlyArray<string> | string | null;
  readonly entityStatus?: ReadonlyArray<EntityStatus> | EntityStatus | null;
  readonly nameContains?: string | null;
  readonly updatedSince?: string | null;
}

export type EntityStatus =
  | 'ACTIVE'
  | 'DRAFT'
  | 'PAUSED'
  | 'UNRECOGNIZED';`);
});

test('an interface is one type for each different selection, distinguished by its name', () => {
  const types = typesIn('{ node(id: "a") { __typename id ... on Campaign { name } } }');
  expect(types).toMatch(
    /readonly __typename: 'Campaign';\n\s+readonly id: string;\n\s+readonly name:/,
  );
  expect(types).toMatch(/readonly __typename: '\w+' \| '\w+'/);
});

test('an input with exactly one member is a type for each', () => {
  expect(typesIn('query ($range: StatsRange!) { viewer { userId } }')).toMatch(
    /export type StatsRange =(\n {2}\| \{ readonly \w+\??: .* \})+/,
  );
});

test('without a schema all types are unknown', () => {
  const text = textOf('{ viewer { userId } }', null);
  expect(text).toContain('export type Data = unknown;');
  expect(text).toContain('readonly [name: string]: unknown;');
});
