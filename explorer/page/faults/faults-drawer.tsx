import { useEffect, useState } from 'preact/hooks';
import { Choice } from '../widgets/choice.tsx';
import { Drawer } from '../widgets/drawer.tsx';
import { Problem } from '../widgets/problem.tsx';
import { many } from '../words.ts';
import type { ActiveFault, useFaults } from './use-faults.ts';

/** The faults by the names in `explorer/faults.ts`, with titles and descriptions. */
const faults = [
  [
    'rate-limited',
    'Too many requests',
    '429 with a reset in three seconds. The gateway waits for it if it has time.',
  ],
  ['unavailable', 'Over capacity', '503. Reads are retried; the outcome of a write is unknown.'],
  ['slow', 'Slow', 'Every call takes two seconds longer.'],
  ['cut', 'Connection lost', 'No response. Reads are retried; the outcome of a write is unknown.'],
  [
    'apply-then-cut',
    'Response lost',
    'A write takes effect, but its response is lost. It is never sent twice.',
  ],
] as const;

const lengths: Readonly<Record<string, string>> = {
  1: 'the next call',
  3: 'the next three calls',
  '': 'every call until reset',
};

const titleOf = ({ order: { fault } }: ActiveFault): string => {
  if (fault.kind === 'answer') return `Returns ${fault.status}`;
  if (fault.kind === 'delay') return 'Slow';
  return fault.apply === true ? 'Response lost' : 'Connection lost';
};

type FaultsProps = ReturnType<typeof useFaults>;

/** Makes the emulator fail, to show the gateway's response. */
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
        Make the emulator fail, then run an operation and watch its attempts under Calls.
      </p>
      <Choice
        label="Affects"
        value={times}
        options={Object.keys(lengths)}
        wordsOf={(one) => lengths[one] ?? ''}
        onChoose={setTimes}
      />
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
      <h3>Active</h3>
      <Problem of={problem} />
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
      {standing.length === 0 && <li class="muted">None. The API is working normally.</li>}
      {standing.map((one, at) => (
        <li key={at}>
          <b>{titleOf(one)}</b>{' '}
          <span class="muted">
            {one.order.times === undefined
              ? `until reset · ${many(one.struck, 'call')} affected`
              : `${many(one.order.times - one.struck, 'call')} left`}
          </span>
        </li>
      ))}
    </ul>
  </div>
);
