import type { ChangeEvent, KeyboardEvent } from 'react';
import { Suspense, useEffect, useId, useState, useTransition } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { PickerQuery } from './__generated__/PickerQuery.graphql.ts';
import { Boundary } from './Boundary.tsx';
import type { Picked } from './draft-line-item.ts';

interface Props {
  readonly label: string;
  readonly type: Picked['type'];
  /** All values that were picked, of this type and others. */
  readonly picks: readonly Picked[];
  readonly onPick: (picks: readonly Picked[]) => void;
}

// Whoever types fast is not asked about each letter.
const pauseMs = 200;
const shownAtMost = 8;

const keepForm = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault();
};

/** Searches values of targeting by name as one types, and shows which were picked. */
export const Picker = ({ label, type, picks, onPick }: Props) => {
  const id = useId();
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const [isSearching, startSearch] = useTransition();
  useEffect(() => {
    const timer = setTimeout(() => startSearch(() => setQ(text.trim())), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const search = (event: ChangeEvent<HTMLInputElement>): void => setText(event.target.value);
  const isOther = (one: Picked) => (pick: Picked) =>
    pick.type !== one.type || pick.value !== one.value;
  const add = (one: Picked): void => onPick([...picks.filter(isOther(one)), one]);
  const chosen = picks.filter((pick) => pick.type === type);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="search" autoComplete="off" onChange={search} onKeyDown={keepForm} />
      {q !== '' && (
        <Boundary>
          {(attempt) => (
            <Suspense fallback={<p className="waiting">Searching …</p>}>
              <ul className="found" aria-label={`${label} found`} aria-busy={isSearching}>
                <Found type={type} q={q} fetchKey={attempt} onPick={add} />
              </ul>
            </Suspense>
          )}
        </Boundary>
      )}
      <ul className="picked" aria-label={`${label} chosen`}>
        {chosen.map((pick) => (
          <li key={pick.value}>
            {pick.name}{' '}
            <button
              type="button"
              aria-label={`Remove ${pick.name}`}
              onClick={() => onPick(picks.filter(isOther(pick)))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};

interface FoundProps {
  readonly type: Picked['type'];
  readonly q: string;
  readonly fetchKey: number;
  readonly onPick: (pick: Picked) => void;
}

/**
 * What has this name. Names that begin with it come first: who looks for Hamburg rarely means one
 * of its postal codes.
 */
const Found = ({ type, q, fetchKey, onPick }: FoundProps) => {
  const { targetingLocations, targetingInterests } = useLazyLoadQuery<PickerQuery>(
    graphql`
      query PickerQuery($q: String!, $isLocation: Boolean!) {
        targetingLocations(q: $q, first: 200) @include(if: $isLocation) {
          edges {
            node {
              name
              targetingValue
              locationType
            }
          }
        }
        targetingInterests(q: $q, first: 200) @skip(if: $isLocation) {
          edges {
            node {
              name
              targetingValue
            }
          }
        }
      }
    `,
    { q, isLocation: type === 'LOCATION' },
    { fetchKey },
  );
  const places = targetingLocations?.edges ?? [];
  const interests = targetingInterests?.edges ?? [];
  const found = [
    ...places.map(({ node }) => ({ ...node, kind: node.locationType?.toLowerCase() })),
    ...interests.map(({ node }) => ({ ...node, kind: null })),
  ];
  const begins = ({ name }: (typeof found)[number]): boolean =>
    name?.toLowerCase().startsWith(q.toLowerCase()) === true;
  const first = found.toSorted((one, other) => Number(begins(other)) - Number(begins(one)));
  if (first.length === 0) return <li className="quiet">Nothing has this name.</li>;
  return first.slice(0, shownAtMost).map(({ name, targetingValue: value, kind }) => {
    if (value == null) return null;
    return (
      <li key={value}>
        <button type="button" onClick={() => onPick({ type, value, name: name ?? value })}>
          {name} {kind && <span className="quiet">{kind}</span>}
        </button>
      </li>
    );
  });
};
