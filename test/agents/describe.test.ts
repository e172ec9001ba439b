import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GraphQLField, GraphQLNamedType } from 'graphql';
import {
  buildSchema,
  getNamedType,
  getVariableValues,
  isInputObjectType,
  parse,
  validate,
} from 'graphql';
import { expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { type Agent, callTool, withAgent } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { launching } from '../support/launches.ts';

const running = useGateway({ env: { LIMIT_MCP_CALLS: '1000' } });

const path = fileURLToPath(new URL('../../schema.graphql', import.meta.url));
const schema = buildSchema(readFileSync(path, 'utf8'));
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

const sdlOf = async (given: Readonly<Record<string, unknown>>): Promise<string> =>
  (await callTool(running, 'ads_describe', given)).members.sdl;

/** The document and the variables that a description shows. */
const exampleIn = (sdl: string) => {
  const [document = ''] = /^(?:mutation|query) Example.*$/m.exec(sdl) ?? [];
  const [, variables = '{}'] = /^# variables: (.*)$/m.exec(sdl) ?? [];
  return { document, variables: JSON.parse(variables) as Readonly<Record<string, unknown>> };
};

const faultsOf = async (
  { name, args }: GraphQLField<unknown, unknown>,
  { call }: Agent,
): Promise<readonly string[]> => {
  const { document, variables } = exampleIn(
    (await call('ads_describe', { operation: name })).members.sdl,
  );
  const parsed = parse(document);
  const invalid = validate(schema, parsed);
  const [operation] = parsed.definitions;
  if (operation?.kind !== 'OperationDefinition') return [`${name} has no example`];
  const { errors = [] } = getVariableValues(schema, operation.variableDefinitions ?? [], {
    ...variables,
    input: keyed(variables['input'], getNamedType(args[0]?.type)),
  });
  return [...invalid, ...errors].map(({ message }) => `${name}: ${message}`);
};

/** The gateway fills in the key of a plan. */
const keyed = (input: unknown, type: GraphQLNamedType | undefined): object => ({
  ...(input as object),
  ...(isInputObjectType(type) && type.getFields()['idempotencyKey'] && { idempotencyKey: 'k' }),
});

test('every mutation has an example that fits the schema', async () => {
  const faults = await withAgent(running, async (agent) => {
    const all: string[] = [];
    for (const field of mutations) all.push(...(await faultsOf(field, agent)));
    return all;
  });
  expect(mutations.length).toBeGreaterThan(90);
  expect(faults).toEqual([]);
});

const ids: Readonly<Record<string, string>> = {
  ACCOUNT: bikes,
  FUNDING_INSTRUMENT: launching.fundingInstrumentId,
  CAMPAIGN: 'cik3s000',
  LINE_ITEM: 'lik3s002',
  PROMOTED_TWEET: launching.posts[0],
};

test.each([
  'launchCampaign',
  'createCampaign',
  'createLineItem',
  'updateCampaign',
  'updateLineItem',
  'batchLineItems',
])('the example of %s is a plan once its ids are filled in', async (operation) => {
  const { document, variables } = exampleIn(await sdlOf({ operation }));
  const filled = JSON.stringify(variables).replace(/"([A-Z_]+)"/g, (whole, id) =>
    JSON.stringify(ids[id] ?? JSON.parse(whole)),
  );
  const given = { document, variables: JSON.parse(filled), why: 'A test' };
  const { members } = await callTool(running, 'ads_prepare', given);
  expect(members).toMatchObject({ writes: [{ field: operation, outcome: 'READY' }] });
});

test('a launch is described in 3 KiB: required members, names of the others, enumerations', async () => {
  const sdl = await sdlOf({ operation: 'launchCampaign' });
  expect(Buffer.byteLength(sdl)).toBeLessThanOrEqual(3 * 1024);
  for (const part of [
    'enum Objective { APP_ENGAGEMENTS APP_INSTALLS ENGAGEMENTS FOLLOWERS',
    'enum Placement { ALL_ON_TWITTER PUBLISHER_NETWORK',
    'enum TargetingType { AGE APP_LIST',
    ' objective: Objective! ',
    '# also: activate',
    'bid, bidStrategy, ',
  ]) {
    expect(sdl).toContain(part);
  }
  expect(sdl).not.toMatch(/LocalMicro:|UNRECOGNIZED|idempotencyKey/);
});

test.each([
  [{ type: 'LineItem' }, /^# An ad group: \S+/m],
  [{ type: 'LaunchCampaignTargeting' }, /operatorType: .*# How the value is compared: EQ includes/],
  [{ type: 'LaunchCampaignTargeting' }, /^enum OperatorType \{ EQ GTE LT NE \}$/m],
  [{ type: 'LaunchCampaignLineItemValues' }, /totalBudget: Decimal {2}# Total budget: the most/],
  [{ type: 'LaunchCampaignLineItemValues' }, /durationInDays: Int {2}# .* Must be 1, 7 or 30\./],
  [{ type: 'Campaign' }, /placement: StatsPlacement! = ALL_ON_TWITTER/],
  [{ type: 'Campaign' }, /first: Int = 50/],
  [{ search: 'launchCampaign' }, /Mutation\.launchCampaign.*# Creates a whole campaign .*: .*\.$/m],
])('%j keeps what follows a colon, and defaults', async (given, expected) => {
  expect(await sdlOf(given)).toMatch(expected);
});

const trusted =
  'mutation Pause($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }';
const trusting = useGateway({ config: { trusted: new Map([['a', trusted]]) } });

test('operation is a trusted document in every tool, and what is none leads to document', async () => {
  const { members } = await callTool(trusting, 'ads_describe', { operation: 'Pause' });
  expect(members.sdl).toBe(trusted);
  const input = { accountId: bikes, campaignId: 'cik3s000', entityStatus: 'PAUSED' };
  const given = { variables: { input }, why: 'A test' };
  const plan = await callTool(trusting, 'ads_prepare', { operation: 'Pause', ...given });
  expect(plan.members).toMatchObject({ writes: [{ field: 'updateCampaign', outcome: 'READY' }] });
  const none = await callTool(running, 'ads_prepare', { operation: 'updateCampaign', ...given });
  expect(none.members).toMatchObject({
    code: 'BAD_USER_INPUT',
    message:
      'operation: There is no trusted document updateCampaign. Give document: ads_describe shows one for updateCampaign.',
    faults: [{ argument: 'operation' }],
  });
});
