import { useEffect, useRef, useState } from 'preact/hooks';
import type { PastAnswer } from '../run/past-answers.ts';
import { Choice } from '../widgets/choice.tsx';
import { drawComparison } from './compare.ts';

const none = { title: '', text: '' };

interface ComparisonProps {
  readonly past: readonly PastAnswer[];
  readonly now: string;
}

/** An earlier answer of a tab beside that of the last run. */
export const Comparison = ({ past, now }: ComparisonProps) => {
  const [chosen, setChosen] = useState('');
  const { title, text: before } = past.find((one) => one.title === chosen) ?? past[0] ?? none;
  const host = useRef<HTMLDivElement>(null);
  useEffect(
    () => (host.current === null ? undefined : drawComparison(host.current, before, now)),
    [before, now],
  );
  return (
    <div class="comparison">
      <div class="figure-choices">
        <Choice
          label="Compare with"
          value={title}
          options={past.map((one) => one.title)}
          onChoose={setChosen}
        />
        {before === now && <p class="muted">The responses are the same.</p>}
      </div>
      <div ref={host} />
    </div>
  );
};
