import { useEffect, useState } from 'preact/hooks';
import { Drawer } from '../widgets/drawer.tsx';
import { many } from '../words.ts';
import type { ActiveFault, useFaults } from './use-faults.ts';

/** The faults by the names in `explorer/faults.ts`, with titles and descriptions. */
const faults = [
  [
    'rate-limited',
    'Too many requests',
    '429, with a reset in three seconds: the gateway waits for it if there is time',
  ],
  ['unavailable', 'Over capacity', '503: reads are tried again, writes are UNKNOWN'],
  ['slow', 'Slow', 'Every call takes two seconds longer'],
  ['cut', 'Connection cut', 'Reset without a byte: reads are tried again, writes are UNKNOWN'],
  [
    'apply-then-cut',
    'Applied, then cut',
    'A write takes effect and its answer is lost: UNKNOWN, and never sent twice',
  ],
] as const;

const lengths = [
  ['1', 'the next call'],
  ['3', 'the next three calls'],
  ['', 'every call until reset'],
] as const;

const titleOf = ({ order: { fault } }: ActiveFault): string => {
  if (fault.kind === 'answer') return `Answers ${fault.status}`;
  if (fault.kind === 'delay') return 'Slow';
  return fault.apply === true ? 'Applied, then cut' : 'Connection cut';
};

type FaultsProps = ReturnType<typeof useFaults>;

/** Makes the emulator fail, to show what the gateway does then. */
export const FaultsDrawer = (props: FaultsProps) => (
  <Drawer id="faults" title="Faults" stays>
    {() => <Faults {...props} />}
  </Drawer>
);

const Faults = ({ standing, problem, send, refresh }: FaultsProps) => {
  const [times, setTimes] = useState<string>('1');
  useEffect(() => {
    void refresh();
    const timer = setInterval(() => void refresh(), 2000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <p class="muted">
        The emulated API fails as you say. Run something, and watch attempts and times under Calls.
      </p>
      <label>
        Strikes{' '}
        <select value={times} onChange={({ currentTarget }) => setTimes(currentTarget.value)}>
          {lengths.map(([value, name]) => (
            <option value={value} key={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <ul class="choose">
        {faults.map(([name, title, about]) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => void send(`faults/${name}?times=${times}`, 'POST')}
            >
              <b>{title}</b>
              <small>{about}</small>
            </button>
          </li>
        ))}
      </ul>
      <h3>Under way</h3>
      {problem !== null && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      <Standing standing={standing} />
      <button type="button" class="second" onClick={() => void send('reset', 'POST')}>
        Reset
      </button>
    </>
  );
};

const Standing = ({ standing }: { readonly standing: readonly ActiveFault[] }) => (
  <div role="status">
    <ul class="ordered">
      {standing.length === 0 && <li class="muted">Nothing: the API works.</li>}
      {standing.map((one, at) => (
        <li key={at}>
          <b>{titleOf(one)}</b>{' '}
          <span class="muted">
            {one.order.times === undefined
              ? `until reset, struck ${many(one.struck, 'call')}`
              : `${many(one.order.times - one.struck, 'call')} to go`}
          </span>
        </li>
      ))}
    </ul>
  </div>
);
