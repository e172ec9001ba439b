import { useUnread } from './relay/unread.ts';
import { writtenTimes } from './written.ts';

/** The errors of queries with these names, above the data that was read. */
export const Unread = ({ queries }: { readonly queries: readonly string[] }) => {
  const sentences = useUnread(...queries);
  if (sentences.length === 0) return null;
  return (
    <div role="alert" className="notice bad">
      <p>Some data could not be loaded. It is shown as a dash.</p>
      {sentences.map((sentence) => (
        <p key={sentence}>{writtenTimes(sentence)}</p>
      ))}
    </div>
  );
};
