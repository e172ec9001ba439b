import { beforeEach } from 'vitest';
import type { Call } from '../../emulator/calls.ts';
import type { Overrides } from './gateway.ts';
import { useGateway } from './gateway.ts';
import { start } from './stats-story.ts';

/** The calls for results. */
export const statsCalls = (calls: readonly Call[]): readonly Call[] =>
  calls.filter(({ endpoint }) => endpoint === 'getStats');

/** The range, granularity and groups of a call for results: `2026-11-16 2026-11-23 DAY BILLING`. */
export const askedIn = ({ query }: Call): string =>
  [query['start_time'], query['end_time'], query['granularity'], query['metric_groups']].join(' ');

/** The entities of a call for results. */
export const idsIn = ({ query }: Call): readonly string[] => (query['entity_ids'] ?? '').split(',');

/**
 * A gateway and an emulator with the same clock. Each test begins at `start`, and with unused rate
 * windows.
 */
export const statsGateway = (overrides: Overrides = {}) => {
  const clock = { now: start };
  const windows = new Map();
  const running = useGateway({
    ...overrides,
    // A query makes hundreds of calls. On a busy machine one of them may take long.
    env: { TIMEOUT_CALL_MS: '60000', ...overrides.env },
    parts: { ...overrides.parts, windows, now: () => clock.now },
  });
  /** Sets the time, with unused rate windows. */
  const moveTo = async (time: number): Promise<void> => {
    clock.now = time;
    windows.clear();
    running.emulator.reset();
  };
  beforeEach(async () => {
    running.emulator.reset({ data: true });
    await moveTo(start);
  });
  return { running, moveTo };
};
