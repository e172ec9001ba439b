import type { TracedCall } from '../../../client/extensions.ts';
import { facts } from '../facts.ts';
import { fieldsOf } from '../gateway/answer-body.ts';
import { isFor } from '../language/spots.ts';
import { verdictsOf } from '../run/endings.ts';
import type { EndedRun, PageRun } from '../run/run.ts';
import { CopyButton } from '../widgets/copy-button.tsx';
import { useKeptScroll } from '../widgets/use-kept-scroll.ts';
import { count, duration, many, size } from '../words.ts';
import { curlOf } from './curl.ts';
import { kindOf, segmentsOf } from './segments.ts';

interface CallsPaneProps {
  readonly id: string;
  readonly run: PageRun | null;
  /** The fields at the cursor, whose calls are marked. */
  readonly pointed: readonly string[];
  readonly onHover: (fields: readonly string[]) => void;
  readonly onGoTo: (field: string) => void;
}

/**
 * The REST calls of a run in the order of their rounds, each with its time on a common scale; also
 * while it runs.
 */
export const CallsPane = ({ run, ...props }: CallsPaneProps) => {
  const calls = callsOf(run);
  return (
    <section class="pane calls" aria-label="Calls">
      <div class="toolbar">
        <h2>Calls</h2>
        {run?.state === 'done' && <Sums run={run} />}
        {run?.state === 'running' && calls.length > 0 && <Underway calls={calls} />}
      </div>
      {calls.length > 0 ? (
        <Waterfall {...props} calls={calls} />
      ) : (
        <p class="empty">
          {run?.state === 'done'
            ? whyNone(run)
            : 'The REST calls of a run appear here, with their times and fields.'}
        </p>
      )}
    </section>
  );
};

const callsOf = (run: PageRun | null): readonly TracedCall[] => {
  if (run?.state === 'done') return run.calls;
  return run?.state === 'running' ? (run.partial?.calls ?? []) : [];
};

const Underway = ({ calls }: { readonly calls: readonly TracedCall[] }) => (
  <p class="sums running" role="status">
    <b>{many(calls.length, 'call')}</b>
    <span>{count(calls.filter(({ durationMs }) => durationMs === null).length)} running</span>
  </p>
);

const whyNone = (run: EndedRun): string => {
  const { answered, isTraced } = run;
  if (!isTraced && answered.body.data == null) {
    return 'No calls: the operation was rejected.';
  }
  if (!isTraced) return 'The gateway did not report its calls.';
  const isWell = verdictsOf(run).every(({ tone }) => tone === 'good');
  if (!isWell) return 'No calls.';
  return 'No calls were needed. The header Cache-Control: no-cache skips the gateway’s cache.';
};

const rowByRowMeans =
  'One call for each list, one for each different linked row that is in no list, and for results ' +
  'one for each entity, 7 days and group of metrics.';

const Sums = ({ run: { totals } }: { readonly run: EndedRun }) => (
  <p class="sums" role="status">
    <span>
      <b>{many(totals.calls, 'call')}</b>
      {totals.calls > 0 && ` in ${many(totals.rounds, 'round')}`}
      {(totals.rowByRow ?? 0) > totals.calls && (
        <>
          {' '}
          instead of <abbr title={rowByRowMeans}>{count(totals.rowByRow ?? 0)}</abbr> row by row
        </>
      )}
    </span>
    {totals.objects !== null && <span>{many(totals.objects, 'object')}</span>}
    <span>{size(totals.bytes)}</span>
    <span>{duration(totals.upstreamMs)} upstream</span>
    <span title="The gateway and the network to it">{duration(totals.hereMs)} gateway</span>
  </p>
);

interface WaterfallProps extends Omit<CallsPaneProps, 'run'> {
  readonly calls: readonly TracedCall[];
}

const Waterfall = ({ id, calls, ...props }: WaterfallProps) => {
  const scroll = useKeptScroll(`${id} calls`);
  const rounds = Map.groupBy(calls, ({ round }) => round);
  const end = Math.max(...calls.map(endOf));
  const begin = Math.min(...calls.map(({ startMs }) => startMs));
  const scale = { begin, ms: Math.max(1, end - begin) };
  return (
    <section class="waterfall" aria-label="Calls by round">
      <div class="scrolled" ref={scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">Call</th>
              <th scope="col">Status</th>
              <th scope="col" class="wide" title="IDs in one call">
                IDs
              </th>
              <th scope="col">Time</th>
              <th scope="col" class="bars">
                <span>{duration(begin)}</span>
                <span>{duration(end)}</span>
              </th>
              <th scope="col" class="wide">
                <span class="visually-hidden">Copy</span>
              </th>
            </tr>
          </thead>
          {[...rounds]
            .toSorted(([one], [other]) => one - other)
            .map(([round, all]) => (
              <tbody key={round}>
                <tr class="round">
                  <th scope="rowgroup" colSpan={6}>
                    Round {round} <span>{many(all.length, 'call')}</span>
                  </th>
                </tr>
                {all.map((call, at) => (
                  <Row call={call} scale={scale} key={at} {...props} />
                ))}
              </tbody>
            ))}
        </table>
      </div>
    </section>
  );
};

/** The end of a call; while it runs, the start of its last attempt. */
const endOf = ({ startMs, durationMs, tries = [] }: TracedCall): number =>
  durationMs === null ? (tries.at(-1)?.startMs ?? startMs) : startMs + durationMs;

interface RowProps extends Omit<WaterfallProps, 'calls' | 'id'> {
  readonly call: TracedCall;
  readonly scale: { readonly begin: number; readonly ms: number };
}

const Row = ({ call, scale, pointed, onHover, onGoTo }: RowProps) => {
  const { method, path, status, durationMs, attempts, ids, endpoint } = call;
  const percentOf = (ms: number): string => `${Math.max(0, (ms / scale.ms) * 100)}%`;
  const fields = fieldsOf(call);
  const [field] = fields;
  const isRunning = durationMs === null;
  const on = () => onHover(fields);
  const off = () => onHover([]);
  return (
    <tr
      class={fields.some((one) => isFor(pointed, one)) ? 'pointed' : ''}
      onMouseEnter={on}
      onMouseLeave={off}
      onFocusCapture={on}
      onBlurCapture={off}
    >
      <td class="call">
        <button
          type="button"
          class="link"
          title={`${endpoint}, for ${fields.join(' and ') || 'no field'}`}
          onClick={() => field !== undefined && onGoTo(field)}
        >
          <b class={method === 'GET' ? 'verb' : 'verb writes'}>{method}</b>{' '}
          <span class="path">
            <bdo dir="ltr">{path}</bdo>
          </span>
        </button>
        <small>{fields.join(', ')}</small>
      </td>
      <td class={`status ${isRunning ? 'running' : kindOf(status)}`}>
        {status ?? (isRunning ? '…' : 'none')}
        {attempts > 1 && (
          <span class="warn" title={`It took ${attempts} attempts`}>
            {' '}
            ×{attempts}
          </span>
        )}
      </td>
      <td class="wide">{ids ? count(ids) : ''}</td>
      <td>{isRunning ? '' : duration(durationMs)}</td>
      <td class="bars">
        {segmentsOf(call, scale.begin + scale.ms).map(({ kind, from, to, title }, at) => (
          <div
            class={`bar ${kind}`}
            key={at}
            title={title}
            style={{ left: percentOf(from - scale.begin), width: percentOf(to - from) }}
          />
        ))}
      </td>
      <td class="wide">
        <CopyButton
          class="quiet small"
          title="The gateway signs it: the command has no signature or parameters"
          label={`Copy ${call.method} ${call.path} as curl`}
          shown="curl"
          textOf={() => curlOf(call, facts)}
        />
      </td>
    </tr>
  );
};
