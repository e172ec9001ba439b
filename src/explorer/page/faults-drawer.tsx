import { useEffect, useState } from 'preact/hooks';
import { Drawer } from './drawer.tsx';
import { many } from './words.ts';

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

/** A fault as the emulator tells it. */
interface Ordered {
  readonly order: {
    readonly times?: number;
    readonly fault: { readonly kind: string; readonly status?: number; readonly apply?: boolean };
  };
  readonly struck: number;
}

const titleOf = ({ order: { fault } }: Ordered): string => {
  if (fault.kind === 'answer') return `Answers ${fault.status}`;
  if (fault.kind === 'delay') return 'Slow';
  return fault.apply === true ? 'Applied, then cut' : 'Connection cut';
};

/** Makes the emulator fail, to show what the gateway does then. */
export const FaultsDrawer = () => (
  <Drawer id="faults" title="Faults" stays>
    {() => <Faults />}
  </Drawer>
);

const Faults = () => {
  const [times, setTimes] = useState<string>('1');
  const [ordered, setOrdered] = useState<readonly Ordered[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (route: string, method: 'GET' | 'POST'): Promise<void> => {
    const response = await fetch(`graphql/emulator/${route}`, { method });
    if (response.ok) setOrdered((await response.json()) as readonly Ordered[]);
    setProblem(
      response.ok
        ? null
        : 'Only the owner makes the emulator fail: open the page on the machine of the gateway.',
    );
  };
  useEffect(() => {
    void send('faults', 'GET');
    const timer = setInterval(() => void send('faults', 'GET'), 2000);
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
      <ul class="ordered" role="status">
        {ordered.length === 0 && <li class="muted">Nothing: the API works.</li>}
        {ordered.map((one, at) => (
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
      <button type="button" class="second" onClick={() => void send('reset', 'POST')}>
        Reset
      </button>
    </>
  );
};
