import { toError } from '../../loaders/refusals.ts';
import { targetingOptions } from '../../upstream/catalogue/areas/targeting-options.ts';
import type { RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { UpstreamError } from '../../upstream/client/errors.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Args, FieldCost, Load, LoadContext } from '../field.ts';
import { grouped } from './grouped.ts';
import { eachRead, indexOf } from './reference-links.ts';

/** A list that contains the value of a criterion, and the input for reading it. */
interface OptionList {
  readonly endpoint: RowEndpoint;
  readonly filters: Args;
  /** Filters for the values that the list does not contain; null if there are none. */
  readonly otherwise: Args | null;
}

const whole = (
  endpoint: RowEndpoint,
  filters: Args = {},
  otherwise: Args | null = null,
): OptionList => ({ endpoint, filters, otherwise });

const { listTargetingAppStoreCategories, listTargetingEvents, listTargetingLocations } =
  targetingOptions;
const allEvents = { event_types: listTargetingEvents.params.event_types.of.all };
// By default the list begins with events of today. This start time is before all events.
const pastEvents = { ...allEvents, start_time: '2006-03-21T00:00:00Z' };
const categories = whole(listTargetingAppStoreCategories);

/** The list for each type of criterion whose values are in one list. LOCATION has several. */
const byType = new Map<unknown, OptionList>([
  ['APP_STORE_CATEGORY', categories],
  ['APP_STORE_CATEGORY_LOOKALIKE', categories],
  ['CONVERSATION', whole(targetingOptions.listTargetingConversations)],
  ['DEVICE', whole(targetingOptions.listTargetingDevices)],
  ['EVENT', whole(listTargetingEvents, allEvents, pastEvents)],
  ['INTEREST', whole(targetingOptions.listTargetingInterests)],
  ['LANGUAGE', whole(targetingOptions.listTargetingLanguages)],
  // Only operators of the United States, because a criterion does not name its country.
  ['NETWORK_OPERATOR', whole(targetingOptions.listTargetingNetworkOperators)],
  ['PLATFORM', whole(targetingOptions.listTargetingPlatforms)],
  ['PLATFORM_VERSION', whole(targetingOptions.listTargetingPlatformVersions)],
]);

/** The kinds of places that are few enough to read all, by the criteria's name for the kind. */
const wholeKinds: Readonly<Record<string, string>> = {
  COUNTRY: 'COUNTRIES',
  REGION: 'REGIONS',
  METRO: 'METROS',
};
/** The kinds of places that are searched by name. */
const searchedKinds: Readonly<Record<string, string>> = {
  CITY: 'CITIES',
  POSTAL_CODE: 'POSTAL_CODES',
};
const plural = (kinds: Readonly<Record<string, string>>, kind: string): string | undefined =>
  kinds[kind] ?? Object.values(kinds).find((name) => name === kind);

/** The list for a place. "Los Angeles, Los Angeles CA, CA, USA" is searched by "Los Angeles". */
const listOfLocation = ({ location_type: kind, name }: Row): OptionList | null => {
  const few = plural(wholeKinds, String(kind));
  if (few !== undefined) return whole(listTargetingLocations, { location_type: few });
  const [q = ''] = String(name ?? '').split(',');
  if (q.trim() === '') return null;
  const many = plural(searchedKinds, String(kind));
  return whole(listTargetingLocations, {
    ...(many !== undefined && { location_type: many }),
    q: q.trim(),
  });
};

const listOf = (criterion: Row): OptionList | null =>
  criterion['targeting_type'] === 'LOCATION'
    ? listOfLocation(criterion)
    : (byType.get(criterion['targeting_type']) ?? null);

/** Loads the option of each criterion. Criteria with values in the same list share its calls. */
export const optionOfCriterion: Load<Row, Row | null> = (criteria, _args, context, field) =>
  grouped(
    criteria.map((criterion) => ({ list: listOf(criterion), value: targetOf(criterion) })),
    ({ list }) => list && `${list.endpoint.name} ${JSON.stringify(list.filters)}`,
    (group) => {
      const list = group[0]?.list ?? null;
      const values = group.map(({ value }) => value);
      return list === null ? values.map(() => null) : found(list, values, { context, field });
    },
  );

const targetOf = (criterion: Row): string => String(criterion['targeting_value']);

/** Reads a list until all values are found, or to its end; then the values that it lacks. */
const found = async (
  list: OptionList,
  values: readonly string[],
  asking: LoadContext,
): Promise<readonly (Row | Error | null)[]> => {
  const first = await foundIn(list, values, asking);
  const missing = values.filter((_, index) => first[index] === null);
  if (list.otherwise === null || missing.length === 0) return first;
  const more = (await foundIn({ ...list, filters: list.otherwise }, missing, asking)).values();
  return first.map((one) => one ?? unlessRejected(more.next().value ?? null));
};

// The API does not document if such filters may go back so far.
const unlessRejected = (option: Row | Error | null): Row | Error | null =>
  option instanceof UpstreamError && option.code === 'UPSTREAM_REJECTED' ? null : option;

const foundIn = async (
  { endpoint, filters }: OptionList,
  values: readonly string[],
  asking: LoadContext,
): Promise<readonly (Row | Error | null)[]> => {
  const options = new Map<string, Row>();
  const missing = new Set(values);
  let flaw: Error | null = null;
  try {
    for await (const read of eachRead(endpoint, filters, asking)) {
      const index = indexOf(read, 'targeting_value');
      for (const value of missing) {
        const [option] = index.get(value) ?? [];
        if (option === undefined) continue;
        options.set(value, option);
        missing.delete(value);
      }
      // A row that could not be read may be the requested one.
      flaw ??= read.flaws?.[0] ?? null;
      if (missing.size === 0) break;
    }
  } catch (error) {
    flaw = toError(error);
  }
  return values.map((value) => options.get(value) ?? flaw);
};

const [asks, ...others] = [...new Set(byType.values())];

/** The cost of `optionOfCriterion`: a call for each list, and for each place that is searched. */
export const optionCost: FieldCost = {
  asks: asks?.endpoint.name ?? '',
  parentsPerCall: Number.MAX_SAFE_INTEGER,
  by: 'everyone',
  objects: 'one',
  mayAsk: [
    ...others.map(({ endpoint, otherwise }) => ({
      endpoint: endpoint.name,
      once: otherwise === null ? 1 : 2,
      each: 0,
    })),
    {
      endpoint: listTargetingLocations.name,
      once: Object.keys(wholeKinds).length,
      each: 1,
    },
  ],
};
