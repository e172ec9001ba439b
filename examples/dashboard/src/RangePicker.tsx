import type { SyntheticEvent } from 'react';
import { useContext, useId, useState } from 'react';
import { CurrentDay } from './current-day.ts';
import { Field } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { CalendarDays } from './icons.ts';
import type { Range } from './range.ts';
import { datesOf, faultOfDates, nameOfRange, writtenRange } from './range.ts';

const offered = [7, 30, 90].map((lastDays): Range => ({ lastDays }));

interface Props {
  readonly range: Range;
  readonly onPick: (range: Range) => void;
}

/** Picks the days of the results: the last ones, or those from one date to another. */
export const RangePicker = ({ range, onPick }: Props) => {
  const formId = useId();
  return (
    <div className="range">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row. */}
      <div role="group" aria-label="Days of the results" className="offered">
        {offered.map((one) => (
          <button
            key={one.lastDays}
            type="button"
            aria-pressed={range.lastDays === one.lastDays}
            onClick={() => onPick(one)}
          >
            {writtenRange(one)}
          </button>
        ))}
      </div>
      <button type="button" popoverTarget={formId} aria-pressed={range.days != null}>
        <Icon of={CalendarDays} /> {range.days ? writtenRange(range) : 'Custom dates'}
      </button>
      <Dates key={nameOfRange(range)} {...{ formId, range, onPick }} />
    </div>
  );
};

/** A form over the page with two dates, at first those that are shown. */
const Dates = ({ formId, range, onPick }: Props & { readonly formId: string }) => {
  const [fault, setFault] = useState<string | null>(null);
  const today = useContext(CurrentDay);
  const shown = datesOf(range, today);
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const [first, last] = [String(values.get('first')), String(values.get('last'))];
    const found = faultOfDates(first, last);
    setFault(found);
    if (found !== null) return;
    event.currentTarget.hidePopover();
    onPick({ days: { first, last } });
  };
  return (
    <form
      id={formId}
      popover="auto"
      className="dates"
      aria-label="Results between two dates"
      onSubmit={submit}
      noValidate
    >
      <Field label="From" name="first" value={shown.first} faults={[]}>
        {(attributes) => <input {...attributes} type="date" max={today} />}
      </Field>
      <Field label="To" name="last" value={shown.last} faults={fault ? [{ message: fault }] : []}>
        {(attributes) => <input {...attributes} type="date" max={today} />}
      </Field>
      <div className="actions">
        <button type="button" popoverTarget={formId} popoverTargetAction="hide">
          Cancel
        </button>
        <button type="submit" className="primary">
          Apply
        </button>
      </div>
    </form>
  );
};
