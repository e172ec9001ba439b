import { expect, test } from 'vitest';
import { codes } from '../../src/errors/codes.ts';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import type { Endpoint } from '../../src/upstream/catalogue/language/endpoint.ts';
import { fuzzed, mutants, targets } from '../support/fuzzed.ts';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';
import { keysOf, withKey } from '../support/keys.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';

// The use of a rate window by one operation must not hold back the next.
const windows = new Map();
const running = useGateway({
  env: { GATEWAY_API_KEYS: keysOf({ fuzzing: 'owner' }) },
  emulator: { rateWindows: false, strict: true },
  parts: { windows },
});

const known = new Set<string>(Object.keys(codes));
const byName: Readonly<Record<string, Endpoint | undefined>> = catalogue;

/** The calls that create a whole campaign. */
const parts = [
  'createCampaign',
  'batchLineItems',
  'batchTargetingCriteria',
  'createPromotedTweets',
  'updateCampaign',
];
const partsOf: Readonly<Record<string, readonly string[]>> = {
  launchCampaign: parts,
  copyCampaign: parts,
};

/** The faults of an answer; empty if there are none. */
const faultsOf = (field: string, { status, errors = [], calls }: Answer): readonly string[] => {
  // Tokens are read for operations of the application itself.
  const own = [field, 'createBearerToken', ...(partsOf[field] ?? [])];
  return [
    ...(status >= 500 ? [`status ${status}`] : []),
    ...errors.flatMap(({ extensions: { code }, message }) =>
      known.has(code) && code !== 'INTERNAL_SERVER_ERROR' ? [] : [`${code}: ${message}`],
    ),
    ...(status !== 200 && calls.length > 0 ? ['refused, and asked for'] : []),
    ...calls.flatMap(({ endpoint, method, path }) => {
      const called = byName[endpoint ?? ''];
      if (called === undefined) return [`${method} ${path} is no endpoint`];
      return called.readOnly || own.includes(called.name) ? [] : [`${endpoint} was not asked for`];
    }),
    ...('polluted' in {} ? ['a prototype was changed'] : []),
  ];
};

test(`odd values at every place of every argument are refused or sent unchanged (SEED=${seed})`, {
  timeout: patience,
}, async () => {
  const random = randomFrom(seed);
  const count = runs(400, 20_000);
  const seen = new Map<string, number>();
  for (let run = 0; run < count; run += 1) {
    if (run % 100 === 0) running.emulator.reset({ data: true });
    windows.clear();
    const target = random.of(targets);
    const { title, text, variables } = fuzzed(target, random.of(mutants));
    const answered = await running.ask(text, variables, withKey('fuzzing'));
    expect(faultsOf(target.field.name, answered), `${title}\n${text}`).toEqual([]);
    const code = answered.errors?.[0]?.extensions.code ?? 'answered';
    seen.set(code, (seen.get(code) ?? 0) + 1);
  }
  if (count === 20_000) console.info(Object.fromEntries(seen));
  expect(seen.get('answered')).toBeGreaterThan(count / 50);
  expect(seen.get('BAD_USER_INPUT')).toBeGreaterThan(count / 4);
});
