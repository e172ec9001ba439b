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

/** Shown in a list in which a search has found nothing. */
export const Nothing = ({ onClear }: { readonly onClear: () => void }) => (
  <li class="empty">
    No matches.{' '}
    <button type="button" class="link" onClick={onClear}>
      Clear search
    </button>
  </li>
);
