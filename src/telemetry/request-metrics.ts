import type { ApiKey } from '../config/api-keys.ts';
import type { Limits, Timeouts } from '../config/settings.ts';
import { codes } from '../errors/codes.ts';
import { type Exchange, type RequestRecord, statusOf } from '../http/door/exchange.ts';
import type { CallRecord } from '../upstream/client/trace.ts';
import { isRefusedCaller, kindOf } from './request-line.ts';
import type { MetricMaker } from './state-metrics.ts';

/** The configuration of labels and buckets. */
export interface MetricSettings {
  readonly apiKeys: readonly Pick<ApiKey, 'name'>[];
  readonly limits: Pick<Limits, 'waitMs'>;
  readonly timeouts: Pick<Timeouts, 'operation' | 'mutation' | 'call' | 'batch' | 'upload'>;
}

/** Counts a request that has ended, with its calls, writes, errors and times. */
export type CountRequest = (exchange: Exchange) => void;

/** Makes what is counted of each request and of each of its calls. */
export const requestMetrics = (make: MetricMaker, settings: MetricSettings): CountRequest => {
  const { timeouts, limits } = settings;
  const { counter, histogram } = make;
  const requests = counter(
    'requests_total',
    'HTTP requests by kind, status (cut: the response was not sent in full) and API key (none without one)',
    ['kind', 'status', 'key'],
  );
  const refusedCallers = counter(
    'refused_callers_total',
    'Requests whose credentials were refused, by kind of credentials: key, session or none',
    ['brought'],
  );
  const errors = counter('errors_total', 'GraphQL errors by code', ['code']);
  const seconds = histogram('request_seconds', {
    help: 'Duration of requests until the end of the response, by kind and class of status',
    labelNames: ['kind', 'status'],
    deadlinesMs: [timeouts.operation, timeouts.mutation],
  });
  const uploadSeconds = histogram('upload_seconds', {
    help: 'Duration of requests with bytes of an upload, by result',
    labelNames: ['end'],
    deadlinesMs: [timeouts.upload],
  });
  const queued = histogram('queue_seconds', {
    help: 'Time that operations waited to be executed, by kind; 0 if they did not wait',
    labelNames: ['kind'],
    deadlinesMs: [limits.waitMs],
  });
  const uploads = counter('uploads_total', 'Requests with bytes of an upload, by result', ['end']);
  const outcomes = counter(
    'write_outcomes_total',
    'Mutation fields by outcome (failed: an error, nothing was applied; repeated: answered from the ledger)',
    ['mutation', 'outcome'],
  );
  const guarded = counter(
    'guard_refusals_total',
    'Writes that a rule of GUARDS refused, by name of the rule',
    ['rule'],
  );
  const toolCalls = counter(
    'mcp_calls_total',
    'Calls of the tools of agents, by tool and code of the error (ok without one)',
    ['tool', 'code'],
  );
  for (const code of Object.keys(codes)) errors.inc({ code }, 0);
  const countCalls = callMetrics(make, timeouts);
  return (exchange) => {
    const { record } = exchange;
    const kind = labelOf(record);
    const status = statusOf(exchange) ?? 'cut';
    const tookSeconds = (performance.now() - record.start) / 1000;
    if (isRefusedCaller(exchange)) refusedCallers.inc({ brought: broughtBy(exchange) });
    requests.inc({ kind, status, key: record.key ?? 'none' });
    for (const code of record.codes) errors.inc({ code });
    if (record.upload === null) seconds.observe({ kind, status: classOf(status) }, tookSeconds);
    else {
      uploads.inc({ end: record.upload });
      uploadSeconds.observe({ end: record.upload }, tookSeconds);
    }
    if (record.waitedMs !== null) queued.observe({ kind }, record.waitedMs / 1000);
    for (const write of record.writes)
      outcomes.inc({ mutation: write.field, outcome: countedOutcome(record, write) });
    if (record.tool !== null) toolCalls.inc({ tool: record.tool, code: record.codes[0] ?? 'ok' });
    for (const rule of record.refusedBy) guarded.inc({ rule });
    countCalls(record.calls.flat());
  };
};

const broughtBy = ({ req: { headers } }: Exchange): 'key' | 'session' | 'none' => {
  if (headers['x-api-key'] !== undefined) return 'key';
  const hasSession = headers.authorization !== undefined || headers.cookie !== undefined;
  return hasSession ? 'session' : 'none';
};

const countedOutcome = (
  { audited }: RequestRecord,
  { key, outcome }: RequestRecord['writes'][number],
): string => {
  const own = audited.filter(({ root }) => root === key);
  const isRepeated = own.length > 0 && own.every(({ repeated }) => repeated);
  return isRepeated ? 'repeated' : (outcome?.toLowerCase() ?? 'failed');
};

/** The kind of a request; `refused` is a GraphQL request whose document was not understood. */
const labelOf = (record: RequestRecord): string => {
  if (record.upload !== null) return 'upload';
  return kindOf(record) ?? (record.isGraphql ? 'refused' : 'other');
};

const classOf = (status: number | 'cut'): string =>
  status === 'cut' ? status : `${Math.floor(status / 100)}xx`;

const callMetrics = (
  { counter, histogram }: MetricMaker,
  timeouts: MetricSettings['timeouts'],
): ((calls: readonly CallRecord[]) => void) => {
  const total = counter(
    'upstream_calls_total',
    'Upstream calls by endpoint and last status; none if there was no response, unsent if the call was not sent',
    ['endpoint', 'status'],
  );
  const retries = counter('upstream_retries_total', 'Retries of upstream calls, by endpoint', [
    'endpoint',
  ]);
  const seconds = histogram('upstream_call_seconds', {
    help: 'Duration of upstream calls',
    labelNames: ['endpoint'],
    deadlinesMs: [timeouts.call, timeouts.batch],
  });
  return (calls) => {
    for (const { endpoint, status, tries, durationMs } of calls) {
      const attempts = tries.length;
      total.inc({ endpoint, status: status ?? (attempts === 0 ? 'unsent' : 'none') });
      if (attempts > 1) retries.inc({ endpoint }, attempts - 1);
      if (attempts > 0) seconds.observe({ endpoint }, (durationMs ?? 0) / 1000);
    }
  };
};
