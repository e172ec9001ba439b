import type { ReactNode } from 'react';
import { useId } from 'react';
import { FaultLines } from './FaultLines.tsx';
import type { Fault } from './relay/fault.ts';

interface Attributes {
  readonly id: string;
  readonly name: string;
  readonly defaultValue: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

interface Props {
  readonly label: string;
  readonly name: string;
  /** Its first value. */
  readonly value: string;
  /** The faults of its value. */
  readonly faults: readonly Fault[];
  readonly inputMode?: 'decimal';
  /** A control in place of a line of text. */
  readonly children?: (attributes: Attributes) => ReactNode;
}

/** A labelled field of a form, with the faults of its value beneath it. */
export const Field = ({ label, name, value, faults, inputMode, children }: Props) => {
  const id = useId();
  const attributes = {
    id,
    name,
    defaultValue: value,
    'aria-invalid': faults.length > 0,
    'aria-describedby': `${id}-faults`,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children?.(attributes) ?? (
        <input {...attributes} inputMode={inputMode ?? 'text'} autoComplete="off" />
      )}
      <div id={attributes['aria-describedby']}>
        <FaultLines faults={faults} />
      </div>
    </div>
  );
};
