import { intervalUntil, timesOf } from '../../loaders/stats/intervals.ts';
import type { Range } from '../../loaders/stats/stats-query.ts';
import { stats } from '../../upstream/catalogue/areas/stats.ts';
import { problem } from '../../upstream/catalogue/language/problem.ts';
import { isDay, iso } from '../../upstream/catalogue/language/times.ts';
import { type Path, writtenOf } from '../../upstream/catalogue/language/values.ts';
import type { Zone } from '../../upstream/catalogue/language/zones.ts';
import { inputError } from '../../upstream/client/errors.ts';
import type { Args, Load, LoadContext } from '../field.ts';
import { gathered, pathValues, underInput, upstreamValues, withoutNulls } from '../input.ts';
import type { EntityPaths } from '../reads/needs.ts';
import { rangeIn } from '../reads/stats/range.ts';
import { createFaults, type Payload, type WriteError } from '../write-errors.ts';
import type { WriteDraft } from '../write-request.ts';
import { once, payloadAt, sendWhole } from './write.ts';
import { keyIn } from './write-record.ts';

const { createStatsJob } = stats;

/** The members of the input for parameters that have other names in the API. */
const members: Readonly<Record<string, Path>> = {
  startTime: ['range'],
  endTime: ['range'],
  segmentationType: ['segmentation', 'type'],
  country: ['segmentation', 'country'],
  platform: ['segmentation', 'platform'],
};

const memberFor = (name: string): Path => members[name] ?? [name];

const locate = (path: Path): Path => {
  const [input = 'input', name = '', ...rest] = underInput(path);
  return [input, ...memberFor(String(name)), ...rest];
};

const withMember = (error: WriteError): WriteError => {
  const [, name] = /^input\.(\w+)$/.exec(error.argument ?? '') ?? [];
  return name === undefined
    ? error
    : { ...error, argument: ['input', ...memberFor(name)].join('.') };
};

/** Creates a job. The last days end with today in the account's time zone, which may be read. */
export const createJob = (paths: EntityPaths): Load<unknown, Payload> =>
  once(async (args, asking): Promise<Payload> => {
    const payload = await sendWhole(await draftOf(args, asking), asking);
    return payload.outcome === 'APPLIED'
      ? payloadAt(paths, payload, asking)
      : { ...payload, errors: payload.errors.map(withMember) };
  });

const draftOf = async (args: Args, asking: LoadContext): Promise<WriteDraft> => {
  const faults = createFaults(args, asking.context);
  const path = pathValues(createStatsJob, args, { path: ['input'], faults });
  const accountId = path['account_id'] ?? '';
  const range = faults.attempt(() => rangeIn(args, ['input', 'range']), null);
  const segmentation = args['segmentation'] as Args | null | undefined;
  const { type, country, platform } = segmentation ?? {};
  if (segmentation && (writtenOf(type) ?? null) === null) {
    faults.add(inputError(problem(['input', 'segmentation', 'type'], 'missing')));
  }
  const values = upstreamValues(
    createStatsJob.params,
    { ...args, segmentationType: type, country, platform },
    { accountId, path: ['input'], faults },
  );
  const { now, loaders } = asking.context;
  const readZone = () => loaders.timeZones.read(accountId, asking.field.trace);
  const written = { ...withoutNulls(values), ...path };
  // The checks do not depend on the current date.
  const roughly = { ...written, ...(range !== null && timesAt(range, dayAt(now()))) };
  const checked = gathered(createStatsJob, roughly, { locate, faults });
  const isChecked = faults.found().length === 0;
  if (isChecked && range !== null && written['granularity'] === 'DAY') {
    if (!(await isOfDays(range, readZone))) {
      faults.add(inputError(problem(['input', 'range', 'hours'], 'notDays')));
    }
  }
  const inputOn = async (at: number) =>
    range === null || 'interval' in range
      ? checked
      : { ...checked, ...timesAt(range, (await readZone()).dayAt(at)) };
  return {
    endpoint: createStatsJob,
    input: faults.found().length === 0 ? await inputOn(now()) : checked,
    key: keyIn(args, faults),
    faults,
    given: { ...written, range },
    shown: async (since) => withInstants(await inputOn(since), readZone),
  };
};

/** True if a range begins and ends at midnight in the time zone of the account. */
const isOfDays = async (range: Range, readZone: () => Promise<Zone>): Promise<boolean> => {
  if (!('interval' in range) || range.interval.unit === 'day') return true;
  const { midnight, dayAt } = await readZone();
  const { start_time: start, end_time: end } = timesOf(range.interval);
  return [start, end].map(Date.parse).every((at) => midnight(dayAt(at)) === at);
};

const dayAt = (instant: number): string => iso(instant).slice(0, 10);

const timesAt = (range: Range, today: string) =>
  timesOf('interval' in range ? range.interval : intervalUntil(today, range.lastDays));

/** The times of a job as the API shows them: a day is shown as an instant. */
const withInstants = async (input: Args, readZone: () => Promise<Zone>): Promise<Args> => {
  const { start_time: start, end_time: end } = input;
  if (!isDay(String(start))) return input;
  const { midnight } = await readZone();
  const [from, to] = [start, end].map((day) => iso(midnight(String(day))));
  return { ...input, start_time: from, end_time: to };
};
