import type { ComponentProps } from 'react';
import { Field } from './Field.tsx';
import { localOf } from './form.ts';
import { writtenWord } from './written.ts';

// The objectives for which the forms have all needed fields.
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

/** The first value of a field: a line item starts now, all else is empty. */
export const initially = (name: string): string =>
  name.endsWith('startTime') ? localOf(new Date().toISOString()) : '';

interface Props {
  readonly fieldOf: (
    name: FieldName,
  ) => Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'faults'>;
}

/** The fields for the objective, the bid and the dates of a new line item. */
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
