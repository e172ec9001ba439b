interface SearchProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A box for words to search for. */
export const Search = ({ label, placeholder = label, value, onValue }: SearchProps) => (
  <input
    type="search"
    placeholder={placeholder}
    aria-label={label}
    value={value}
    onInput={({ currentTarget }) => onValue(currentTarget.value)}
  />
);
