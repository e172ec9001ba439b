import type { ComponentProps } from 'react';
import { Field } from './Field.tsx';
import { localOf } from './form.ts';
import { writtenWord } from './written.ts';

// Those that need nothing but what the forms have.
export const objectives = [
  'ENGAGEMENTS',
  'FOLLOWERS',
  'REACH',
  'VIDEO_VIEWS',
  'WEBSITE_CLICKS',
] as const;

/** The fields of a line item, named as in the input. */
export const lineItemFieldNames = ['name', 'objective', 'bid', 'startTime', 'endTime'] as const;
type FieldName = (typeof lineItemFieldNames)[number];

/** What the fields hold at first: a line item begins now. */
export const initially = (name: string): string =>
  name.endsWith('startTime') ? localOf(new Date().toISOString()) : '';

interface Props {
  readonly fieldOf: (
    name: FieldName,
  ) => Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'faults'>;
}

/** What a new line item is for, what it bids and when it runs. */
export const LineItemFields = ({ fieldOf }: Props) => (
  <>
    <Field label="Name" {...fieldOf('name')} />
    <Field label="Objective" {...fieldOf('objective')}>
      {(attributes) => (
        <select {...attributes}>
          {objectives.map((objective) => (
            <option key={objective} value={objective}>
              {writtenWord(objective)}
            </option>
          ))}
        </select>
      )}
    </Field>
    <Field label="Bid" inputMode="decimal" {...fieldOf('bid')} />
    <Field label="Start" {...fieldOf('startTime')}>
      {(attributes) => <input type="datetime-local" {...attributes} />}
    </Field>
    <Field label="End" {...fieldOf('endTime')}>
      {(attributes) => <input type="datetime-local" {...attributes} />}
    </Field>
  </>
);
