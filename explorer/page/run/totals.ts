import { getNamedType, isAbstractType, isObjectType } from 'graphql';
import type { TracedCall } from '../../../client/extensions.ts';
import type { Answered } from '../gateway/ask.ts';
import type { Values } from '../json.ts';
import type { FieldSpot } from '../language/spots.ts';
import { rowByRow } from './row-by-row.ts';

/** The cost of a run. Times are milliseconds. */
export interface Totals {
  readonly calls: number;
  readonly rounds: number;
  /** Null if the schema was not known, without which objects cannot be told apart. */
  readonly objects: number | null;
  readonly bytes: number;
  /**
   * The calls of a program that requests each list and row by itself; null for mutations, and if
   * the schema was not known.
   */
  readonly rowByRow: number | null;
  /** The time while at least one call was under way: calls at 0–50 and 20–80 are 80. */
  readonly upstreamMs: number;
  /** The rest: the work of the gateway, and the network to it and back. */
  readonly hereMs: number;
}

/** The operation that was answered. */
interface Asked {
  readonly spots: readonly FieldSpot[];
  /** True if the schema is known, so that the fields have their types. */
  readonly isKnown: boolean;
  readonly variables: Values;
  readonly isMutation: boolean;
}

export const totalsOf = (
  { body, bytes, ms }: Answered,
  { spots, isKnown, variables, isMutation }: Asked,
): Totals => {
  const calls = body.extensions?.upstream?.calls ?? [];
  const upstreamMs = Math.min(ms, coveredMs(calls));
  return {
    calls: calls.length,
    rounds: Math.max(0, ...calls.map(({ round }) => round)),
    objects: isKnown ? countObjects(body.data, '', objectFields(spots)) : null,
    bytes,
    rowByRow: isKnown && !isMutation ? rowByRow(body, spots, variables) : null,
    upstreamMs,
    hereMs: ms - upstreamMs,
  };
};

const coveredMs = (calls: readonly TracedCall[]): number => {
  let [covered, until] = [0, 0];
  for (const { startMs, durationMs } of calls.toSorted((a, b) => a.startMs - b.startMs)) {
    const end = startMs + (durationMs ?? 0);
    if (end > until) covered += end - Math.max(startMs, until);
    until = Math.max(until, end);
  }
  return covered;
};

// Entities count. Connections, edges and nested values have no `id`, and do not.
const objectFields = (spots: readonly FieldSpot[]): ReadonlySet<string> =>
  new Set(
    spots
      .filter(({ definition }) => {
        const type = definition === null ? null : getNamedType(definition.type);
        return isAbstractType(type) || (isObjectType(type) && type.getFields()['id'] !== undefined);
      })
      .map(({ field }) => field),
  );

const countObjects = (value: unknown, field: string, counted: ReadonlySet<string>): number => {
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) {
    return value.reduce((sum: number, one) => sum + countObjects(one, field, counted), 0);
  }
  const below = field === '' ? '' : `${field}.`;
  return Object.entries(value).reduce(
    (sum, [name, one]) =>
      typeof one === 'object' ? sum + countObjects(one, below + name, counted) : sum,
    counted.has(field) ? 1 : 0,
  );
};
