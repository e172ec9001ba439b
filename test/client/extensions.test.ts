import { expect, expectTypeOf, test } from 'vitest';
import type {
  CallTry,
  Extensions,
  Forecast,
  Note,
  RateBudget,
  TracedCall,
} from '../../client/extensions.ts';
import type { FormattedNote } from '../../src/execution/answer/failures.ts';
import type { DryRunReport } from '../../src/execution/dry-run.ts';
import type { Forecast as OwnForecast } from '../../src/execution/forecast.ts';
import type { WindowBudget } from '../../src/upstream/client/transport/rate-windows.ts';
import { startup } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();

test('the types of extensions in the client match what the gateway writes', () => {
  expectTypeOf<DryRunReport>().toExtend<NonNullable<Extensions['dryRun']>>();
  expectTypeOf<OwnForecast>().toExtend<Forecast>();
  expectTypeOf<WindowBudget>().toExtend<RateBudget>();
  expectTypeOf<FormattedNote>().toExtend<Note>();
});

const call: Readonly<Record<keyof Required<TracedCall>, boolean>> = {
  endpoint: true,
  method: true,
  path: true,
  status: true,
  durationMs: true,
  attempts: true,
  tries: true,
  ids: true,
  startMs: true,
  round: true,
  field: true,
  // Only of calls that are shown while they run, and of those that several fields wait for.
  index: false,
  alsoFor: false,
};

const attempt: Readonly<Record<keyof CallTry, true>> = {
  startMs: true,
  durationMs: true,
  status: true,
  waitMs: true,
};

test('a traced call has the members of its type', async () => {
  const { extensions = {} } = await running.ask(
    `{ account(id: "${startup}") { name } }`,
    {},
    { headers: { 'x-ads-trace': '1' } },
  );
  const { calls } = extensions['upstream'] as { readonly calls: readonly [TracedCall] };
  const [first] = calls;
  const usual = Object.entries(call).flatMap(([name, isUsual]) => (isUsual ? [name] : []));
  expect(Object.keys(first).toSorted()).toEqual(usual.toSorted());
  expect(Object.keys(first.tries?.[0] ?? {}).toSorted()).toEqual(Object.keys(attempt).toSorted());
});
