import { useContext } from 'react';
import type { Place } from './relay/open-writes.ts';
import { placeOf } from './relay/open-writes.ts';
import { UserId } from './user.ts';

/** The texts typed into a form, by field name. */
export type Typed = Readonly<Record<string, string>>;

/** The unsent texts of a form. They survive Escape, and a reload of this window. */
export interface FormDraft extends Place<Typed> {
  /** Keeps the current texts of the fields. */
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
