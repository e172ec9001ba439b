import type { SyntheticEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Field } from './Field.tsx';
import type { Range } from './range.ts';
import { faultOfDates, writtenRange } from './range.ts';

const offered = [7, 30, 90].map((lastDays): Range => ({ lastDays }));

interface Props {
  readonly range: Range;
  readonly onPick: (range: Range) => void;
}

/** Picks the days of the results: the last ones, or those from one date to another. */
export const RangePicker = ({ range, onPick }: Props) => {
  const [fault, setFault] = useState<string | null>(null);
  const pick = (picked: Range): void => {
    setFault(null);
    onPick(picked);
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const [first, last] = [String(values.get('first')), String(values.get('last'))];
    const found = faultOfDates(first, last);
    if (found === null) pick({ days: { first, last } });
    else setFault(found);
  };
  const { days } = range;
  const form = useRef<HTMLFormElement>(null);
  // The fields follow every change of the range, and keep the focus.
  useEffect(() => {
    const dates = { first: days?.first ?? '', last: days?.last ?? '' };
    for (const [name, date] of Object.entries(dates)) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = date;
    }
  }, [days]);
  const faults = fault === null ? [] : [{ message: fault }];
  return (
    <div className="range">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row. */}
      <div role="group" aria-label="Days of the results" className="offered">
        {offered.map((one) => (
          <button
            key={one.lastDays}
            type="button"
            aria-pressed={range.lastDays === one.lastDays}
            onClick={() => pick(one)}
          >
            {writtenRange(one)}
          </button>
        ))}
      </div>
      <details className="custom" open={days != null}>
        <summary className="button">Custom dates</summary>
        <form
          ref={form}
          className="dates"
          aria-label="Results between two dates"
          onSubmit={submit}
          noValidate
        >
          <Field label="From" name="first" value={days?.first ?? ''} faults={[]}>
            {(attributes) => <input {...attributes} type="date" />}
          </Field>
          <Field label="To" name="last" value={days?.last ?? ''} faults={faults}>
            {(attributes) => <input {...attributes} type="date" />}
          </Field>
          <button type="submit" aria-pressed={days != null}>
            Apply
          </button>
        </form>
      </details>
    </div>
  );
};
