/** Grey rows for content that is being loaded; screen readers read the label. */
export const Skeleton = ({ label }: { readonly label: string }) => (
  <div className="skeleton" role="status">
    <span className="unseen">{label}</span>
    <i />
    <i />
    <i />
    <i />
    <i />
  </div>
);
