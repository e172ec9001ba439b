import type { ChangeEvent, KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useState, useTransition } from 'react';
import { Boundary } from './Boundary.tsx';
import type { Picked } from './draft-line-item.ts';

interface Props<One extends Picked> {
  readonly label: string;
  readonly chosen: readonly One[];
  readonly onPick: (chosen: readonly One[]) => void;
  /** The items found for a text, by the number of the attempt. */
  readonly children: (q: string, pick: (one: One) => void, attempt: number) => ReactNode;
}

// The search starts at a pause in typing, not at each letter.
const pauseMs = 200;

const keepForm = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault();
};

/** A search on typing, and the picked values. */
export const Picker = <One extends Picked>({ label, chosen, onPick, children }: Props<One>) => {
  const id = useId();
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const [isSearching, startSearch] = useTransition();
  useEffect(() => {
    const timer = setTimeout(() => startSearch(() => setQ(text.trim())), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const search = (event: ChangeEvent<HTMLInputElement>): void => setText(event.target.value);
  const without = (one: Picked): readonly One[] =>
    chosen.filter(({ value }) => value !== one.value);
  const pick = (one: One): void => onPick([...without(one), one]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="search" autoComplete="off" onChange={search} onKeyDown={keepForm} />
      <Boundary of="matches">
        {(attempt) => (
          <ul className="found" aria-label={`${label} found`} aria-busy={isSearching}>
            {children(q, pick, attempt)}
          </ul>
        )}
      </Boundary>
      <ul className="picked" aria-label={`${label} selected`}>
        {chosen.map((one) => (
          <li key={one.value}>
            {one.name}{' '}
            <button
              type="button"
              aria-label={`Remove ${one.name}`}
              onClick={() => onPick(without(one))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};
