import { useId } from 'preact/hooks';

interface SelectProps {
  readonly id?: string;
  /** Its name, if no label has it. */
  readonly name?: string;
  readonly title?: string;
  readonly value: string;
  readonly options: readonly string[];
  /** An option in words, if it is not words itself. */
  readonly wordsOf?: (option: string) => string;
  readonly onChoose: (value: string) => void;
}

/** A list of which one entry is chosen. */
export const Select = ({ name, options, wordsOf = String, onChoose, ...given }: SelectProps) => (
  <select
    {...given}
    aria-label={name}
    onChange={({ currentTarget }) => onChoose(currentTarget.value)}
  >
    {options.map((option) => (
      <option key={option} value={option}>
        {wordsOf(option)}
      </option>
    ))}
  </select>
);

/** The same with a label beside it. */
export const Choice = ({ label, ...select }: SelectProps & { readonly label: string }) => {
  const id = useId();
  return (
    <span class="choice">
      <label for={id}>{label}</label>
      <Select {...select} id={id} />
    </span>
  );
};
