import { useState } from 'preact/hooks';
import { objectIn } from '../gateway/ask.ts';
import { Problem } from '../widgets/problem.tsx';
import { reasonOf } from '../words.ts';

interface KeyFormProps {
  readonly headers: string;
  readonly onHeaders: (headers: string) => void;
}

/** A form for an API key of the gateway, which it puts in the headers of the open tab. */
export const KeyForm = ({ headers, onHeaders }: KeyFormProps) => {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const use = async (): Promise<void> => {
    const name = keyHeaderIn(headers);
    const { withJsonAt } = await import('../language/json-edits.ts');
    onHeaders(withJsonAt(headers, [name], key.trim()));
    setKey('');
    setProblem(null);
  };
  return (
    <form
      class="choices key-form"
      onSubmit={(event) => {
        event.preventDefault();
        use().catch((error: unknown) => setProblem(reasonOf(error)));
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
      <Problem of={problem} />
    </form>
  );
};

/** The name of the key's header among the headers, in whatever case it is written. */
const keyHeaderIn = (headers: string): string =>
  Object.keys(objectIn(headers, 'The headers')).find((name) => name.toLowerCase() === usual) ??
  usual;

const usual = 'x-api-key';
