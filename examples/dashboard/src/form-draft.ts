import { useContext } from 'react';
import type { Place } from './relay/open-writes.ts';
import { placeOf } from './relay/open-writes.ts';
import { UserId } from './user.ts';

/** What was typed into a form, by the names of its fields. */
export type Typed = Readonly<Record<string, string>>;

/** What was typed into a form and not sent. It outlives Escape and a reload in this window. */
export interface FormDraft extends Place<Typed> {
  /** Keeps what stands in the fields now. */
  readonly keepFrom: (form: HTMLFormElement) => void;
}

/** The draft of a form, which has a name that no other form of the user has. */
export const useFormDraft = (name: string): FormDraft => {
  const place = placeOf<Typed>(useContext(UserId), `draft of ${name}`);
  return {
    ...place,
    keepFrom: (form) => {
      const texts = [...new FormData(form)].flatMap(([field, value]) =>
        typeof value === 'string' ? [[field, value] as const] : [],
      );
      place.keep(Object.fromEntries(texts));
    },
  };
};
