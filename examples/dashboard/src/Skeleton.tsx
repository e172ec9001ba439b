/** Grey rows in place of what is being loaded, which readers of screens hear as words. */
export const Skeleton = ({ label }: { readonly label: string }) => (
  <div className="skeleton" role="status">
    <span className="unseen">{label}</span>
    <i />
    <i />
    <i />
  </div>
);
