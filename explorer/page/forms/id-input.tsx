import { useId, useState } from 'preact/hooks';
import { TextInput } from '../widgets/search.tsx';
import { type IdChoice, type IdContext, type IdKind, idChoices } from './id-choices.ts';

interface IdInputProps {
  readonly label: string;
  readonly kind: IdKind;
  readonly context: IdContext;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** An id, typed or chosen from the gateway's rows, which are read when it is used. */
export const IdInput = ({ label, kind, context, value, onValue }: IdInputProps) => {
  const list = useId();
  const [choices, setChoices] = useState<readonly IdChoice[]>([]);
  // Without choices it is still a box to type in.
  const load = (): void => void idChoices(kind, context).then(setChoices, () => setChoices([]));
  const name = choices.find(({ id }) => id === value)?.name;
  return (
    <span class="id-input">
      <TextInput {...{ label, list, value, onValue }} onFocus={load} />
      <datalist id={list}>
        {choices.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </datalist>
      {name !== undefined && <small>{name}</small>}
    </span>
  );
};
