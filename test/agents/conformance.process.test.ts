import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { agentRooms } from '../../agents/rooms.ts';
import { mcpUrl, type Version, versions } from '../support/agents.ts';
import { conformanceOf } from '../support/conformance.ts';
import { addFixtures } from '../support/conformance-fixtures.ts';
import { useGateway } from '../support/gateway.ts';
import { patience } from '../support/sampling.ts';

// The suite sends more messages in a minute than an agent may.
const env = { LIMIT_MCP_CALLS: '100000' };
const running = useGateway({ env });
const withFixtures = useGateway({ env, parts: { rooms: agentRooms(addFixtures) } });

/** The checks that fail, by the reason why they do not apply to the gateway. */
type Reasons = Readonly<Record<string, readonly string[]>>;

const listed: Readonly<
  Record<Version, { readonly always: Reasons; readonly withoutFixtures: Reasons }>
> = JSON.parse(
  readFileSync(new URL('../conformance/not-applicable.json', import.meta.url), 'utf8'),
);

const checksIn = (...reasons: readonly Reasons[]): readonly string[] =>
  reasons.flatMap((one) => Object.values(one).flat()).toSorted();

const demandedBy: Readonly<Record<Version, number>> = { '2025-11-25': 30, '2026-07-28': 37 };

describe.each(versions)('the conformance suite of version %s', (version) => {
  const { always, withoutFixtures } = listed[version];

  test(
    'passes at the endpoint, except for the listed checks',
    async () => {
      const { demanded, failed } = await conformanceOf(mcpUrl(running), version);
      expect(demanded).toHaveLength(demandedBy[version]);
      expect(failed).toEqual(checksIn(always, withoutFixtures));
    },
    patience,
  );

  test(
    'passes with the tools, prompts and resources that it calls',
    async () => {
      const { demanded, failed } = await conformanceOf(mcpUrl(withFixtures), version);
      expect(demanded).toHaveLength(demandedBy[version]);
      expect(failed).toEqual(checksIn(always));
    },
    patience,
  );
});
