import { useState } from 'preact/hooks';

interface KeyFormProps {
  readonly headers: string;
  readonly onHeaders: (headers: string) => void;
}

/** Takes an API key of the gateway, and puts it under the headers of the open tab. */
export const KeyForm = ({ headers, onHeaders }: KeyFormProps) => {
  const [key, setKey] = useState('');
  const use = async (): Promise<void> => {
    const { withJsonAt } = await import('../language/json-edits.ts');
    onHeaders(withJsonAt(headers, ['x-api-key'], key.trim()));
    setKey('');
  };
  return (
    <form
      class="choices key-form"
      onSubmit={(event) => {
        event.preventDefault();
        void use();
      }}
    >
      <label>
        API key{' '}
        <input
          type="password"
          autocomplete="off"
          value={key}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </label>
      <button type="submit" class="second" disabled={key.trim() === ''}>
        Use key
      </button>
    </form>
  );
};
