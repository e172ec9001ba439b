import { useUnread } from './relay/unread.ts';

/** Says what queries of these names could not read, above what they could. */
export const Unread = ({ queries }: { readonly queries: readonly string[] }) => {
  const sentences = useUnread(...queries);
  if (sentences.length === 0) return null;
  return (
    <div role="alert" className="notice bad">
      <p>Not all of it could be read. What is missing is shown as a dash.</p>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
};
