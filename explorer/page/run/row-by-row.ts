import type { GraphQLNamedType } from 'graphql';
import { getNamedType, isInterfaceType, isObjectType, valueFromASTUntyped } from 'graphql';
import type { AnswerBody } from '../gateway/answer-body.ts';
import { isObject, type Values } from '../json.ts';
import type { FieldSpot } from '../language/spots.ts';

/**
 * The number of calls by a program that requests each list and row by itself, and keeps what it has
 * read: one for each list, one for each different linked row that is in no list, and for results
 * one for each entity, 7 days and call of metric groups.
 */
export const rowByRow = (
  { data }: AnswerBody,
  spots: readonly FieldSpot[],
  variables: Values,
): number => {
  const found: Found = { spots: spotsByField(spots), variables, calls: 0, known: [], linked: [] };
  for (const [name, value] of Object.entries(data ?? {})) visit(value, name, found);
  const different = new Map(found.linked.map((row) => [keyOf(row), row]));
  const isKnown = among(found.known);
  const missing = [...different.values()].filter((row) => !isKnown(row));
  return found.calls + missing.length;
};

interface ShownRow {
  readonly type: string;
  /** Its values that are neither objects nor lists. */
  readonly cells: Values;
}

interface Found {
  readonly spots: ReadonlyMap<string, readonly FieldSpot[]>;
  readonly variables: Values;
  calls: number;
  /** The rows of lists, and those requested by their ids. */
  readonly known: ShownRow[];
  readonly linked: ShownRow[];
}

const spotsByField = (spots: readonly FieldSpot[]): Found['spots'] =>
  Map.groupBy(spots, ({ field }) => field);

const visit = (value: unknown, field: string, found: Found): void => {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, field, found);
    return;
  }
  if (!isObject(value)) return;
  const [spot] = found.spots.get(field) ?? [];
  const type = spot?.definition ? getNamedType(spot.definition.type) : null;
  if (type !== null && spot !== undefined) count(value, { field, spot, type }, found);
  for (const [name, one] of Object.entries(value)) {
    if (typeof one !== 'object') continue;
    const below = `${field}.${name}`;
    if (Array.isArray(one) && isReadAsList(found.spots.get(below))) found.calls += 1;
    visit(one, below, found);
  }
};

interface Position {
  readonly field: string;
  readonly spot: FieldSpot;
  readonly type: GraphQLNamedType;
}

const count = (value: Values, { field, spot, type }: Position, found: Found): void => {
  if (type.name.endsWith('Connection')) found.calls += 1;
  else if (isStats(type)) found.calls += callsOfStats(field, spot, found);
  else if (hasId(type)) {
    const row = { type: type.name, cells: cellsOf(value) };
    if (isInList(field)) found.known.push(row);
    else if (!field.includes('.')) {
      found.calls += 1;
      found.known.push(row);
    } else if (isRead(spot) && Object.keys(row.cells).some((name) => !isIdName(name))) {
      found.linked.push(row);
    }
  }
};

const isInList = (field: string): boolean => /\.(nodes|node)$/.test(field);

const hasId = (type: GraphQLNamedType): boolean =>
  (isObjectType(type) || isInterfaceType(type)) && type.getFields()['id'] !== undefined;

const isIdName = (name: string): boolean => /^(id|restId|__typename)$/.test(name);

/** True if the API has the value of a field elsewhere than in the row around it. */
const isRead = ({ definition }: FieldSpot): boolean =>
  /\bREST: |[Rr]ead by id|in one call|The account it belongs to/.test(
    definition?.description ?? '',
  );

const isReadAsList = ([spot]: readonly FieldSpot[] = []): boolean =>
  /\bREST: GET|whole list is read/.test(spot?.definition?.description ?? '');

const isStats = (type: GraphQLNamedType): boolean =>
  isObjectType(type) && 'total' in type.getFields() && 'placement' in type.getFields();

const cellsOf = (row: Values): Values =>
  Object.fromEntries(Object.entries(row).filter(([, one]) => typeof one !== 'object'));

/** The key of a row, under which it counts once: its id, else all of its shown values. */
const keyOf = ({ type, cells }: ShownRow): string =>
  `${type} ${cells['id'] ?? cells['restId'] ?? JSON.stringify(cells)}`;

/** A test for linked rows that are among these, as far as both are shown. */
const among = (known: readonly ShownRow[]): ((row: ShownRow) => boolean) => {
  const byShape = new Map<string, ReadonlySet<string>>();
  const textOf = ({ type, cells }: ShownRow, names: readonly string[]): string =>
    JSON.stringify([type, ...names.map((name) => cells[name])]);
  return (row) => {
    const names = Object.keys(row.cells);
    const shape = names.join(' ');
    const texts = byShape.get(shape) ?? new Set(known.map((one) => textOf(one, names)));
    byShape.set(shape, texts);
    return texts.has(textOf(row, names));
  };
};

const callsOfStats = (field: string, { node }: FieldSpot, found: Found): number => {
  const range = node.arguments?.find(({ name }) => name.value === 'range');
  const value = range === undefined ? null : valueFromASTUntyped(range.value, found.variables);
  return Math.ceil(daysOf(value) / 7) * groupsBelow(field, found);
};

const dayMs = 86_400_000;

/** The number of days of a `StatsRange`, its first and last day included. */
const daysOf = (range: unknown): number => {
  if (!isObject(range)) return 1;
  if (typeof range['lastDays'] === 'number') return range['lastDays'];
  const [first, last] = Object.values((range['days'] ?? range['hours'] ?? {}) as Values)
    .map((time) => Date.parse(String(time)))
    .sort((a, b) => a - b);
  if (first === undefined || last === undefined) return 1;
  return Math.max(1, Math.ceil((last - first) / dayMs) + (isObject(range['days']) ? 1 : 0)) || 1;
};

// These groups share a call. Each other one needs a call of its own.
const together = /group (ENGAGEMENT|BILLING|VIDEO)\./;

/** The number of calls that the metrics below a field need for one entity and week. */
const groupsBelow = (field: string, { spots }: Found): number => {
  const groups = [...spots]
    .filter(([name]) => name.startsWith(`${field}.`))
    .flatMap(([, all]) => all)
    .flatMap(({ definition }) => /group \w+\./.exec(definition?.description ?? '') ?? []);
  return new Set(groups.map((group) => (together.test(group) ? '' : group))).size || 1;
};
