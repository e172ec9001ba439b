/** The reason for a failure; nothing if it is null. */
export const Problem = ({ of }: { readonly of: string | null }) =>
  of === null ? null : (
    <p class="bad" role="alert">
      {of}
    </p>
  );
