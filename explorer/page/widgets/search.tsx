interface TextInputProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** A text by default. */
  readonly type?: 'search' | 'number' | 'datetime-local';
  readonly id?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly list?: string;
  readonly step?: number | 'any';
  readonly onFocus?: () => void;
}

/** A box for a text. */
export const TextInput = ({ label, type, onValue, ...given }: TextInputProps) => (
  <input
    type={type ?? 'text'}
    aria-label={label}
    {...given}
    onInput={({ currentTarget }) => onValue(currentTarget.value)}
  />
);

/** A box for words to search for. */
export const Search = (props: TextInputProps) => (
  <TextInput type="search" placeholder={props.label} {...props} />
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
