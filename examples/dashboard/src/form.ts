import type { RefObject, SyntheticEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { FormDraft } from './form-draft.ts';
import type { Fault } from './relay/fault.ts';
import type { WriteState } from './relay/write.ts';

/** A field of a form as `Field` takes it. */
interface FieldState<Name> {
  readonly name: Name;
  readonly value: string;
  readonly faults: readonly Fault[];
}

/** The state of a form. */
export interface Form<Name extends string> {
  /** For the form's element: the first field at fault is focused once faults are found. */
  readonly ref: RefObject<HTMLFormElement | null>;
  /** For the form's element: keeps the typed texts. */
  readonly onInput: (event: SyntheticEvent<HTMLFormElement>) => void;
  /**
   * A field, by its place in the input such as `lineItems[0].lineItem.bid`: its first value, and
   * the faults of that place and of places within it.
   */
  readonly field: (name: Name) => FieldState<Name>;
  /** The faults that belong to none of the named fields. */
  readonly faultsBeside: (names: readonly Name[]) => readonly Fault[];
}

const none: readonly Fault[] = [];

/**
 * The fields of a form for a write. Their first values are the input of the write that was open
 * when the form was shown, else its draft, else `initial`. `found` are faults that the page itself
 * has found.
 */
export const useForm = <Name extends string>(
  { isOpen, last, ending }: WriteState<object>,
  draft: FormDraft,
  initial: (name: Name) => string = () => '',
  found = none,
): Form<Name> => {
  const [restored] = useState(isOpen ? last?.input : undefined);
  const [typed] = useState(draft.read);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (ending === null && found.length === 0) return;
    ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [ending, found]);
  const errors = [...found, ...(ending?.errors ?? [])];
  const firstOf = (name: Name): string =>
    restored === undefined
      ? (typed?.[name] ?? initial(name))
      : written(name, valueAt(restored, name));
  return {
    ref,
    onInput: ({ currentTarget }) => draft.keepFrom(currentTarget),
    field: (name) => ({
      name,
      value: firstOf(name),
      faults: errors.filter(isAt(name)),
    }),
    faultsBeside: (names) => errors.filter((fault) => !names.some((name) => isAt(name)(fault))),
  };
};

// The API reports a missing amount under the name of its micros.
const isAt =
  (name: string) =>
  ({ argument }: Fault): boolean =>
    argument === `input.${name}AmountLocalMicro` ||
    `${argument}.`.startsWith(`input.${name}.`) ||
    argument?.startsWith(`input.${name}[`) === true;

/** The value at a place of an input. */
const valueAt = (input: object, place: string): unknown =>
  place
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | null)?.[step], input);

const written = (name: string, value: unknown): string => {
  const text = String(value ?? '');
  return name.endsWith('Time') ? localOf(text) : text;
};

/** Reads the typed values: the text of a field, or undefined if an optional field is blank. */
export const typedIn = (form: HTMLFormElement) => {
  const values = new FormData(form);
  const text = (name: string): string => String(values.get(name) ?? '').trim();
  const time = (name: string): string | undefined => instantOf(text(name)) || undefined;
  return {
    text,
    given: (name: string): string | undefined => text(name) || undefined,
    time,
    /** A time that the input needs. A blank one is left out, and the gateway asks for it. */
    neededTime: (name: string): string => time(name) as string,
    isChecked: (name: string): boolean => values.has(name),
  };
};

/** A time of this browser's zone as the gateway takes it. Any other text stays as it is. */
const instantOf = (local: string): string =>
  Number.isNaN(Date.parse(local)) ? local : new Date(local).toISOString();

/** The reverse, for a field: 2027-01-01T00:00 in this browser's zone. */
export const localOf = (instant: string): string => {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return instant;
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
};
