import { useId } from 'preact/hooks';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  /** An option in words, if it is not words itself. */
  readonly wordsOf?: (option: string) => string;
  readonly onChoose: (value: string) => void;
}

/** A list with a label of which one entry is chosen. */
export const Choice = ({ label, value, options, wordsOf = String, onChoose }: ChoiceProps) => {
  const id = useId();
  return (
    <span class="choice">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {wordsOf(option)}
          </option>
        ))}
      </select>
    </span>
  );
};
