/** Lines in place of what is being loaded. */
export const Skeleton = () => (
  <div class="skeleton" aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
);
