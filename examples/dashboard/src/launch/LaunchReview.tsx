import type { Asked } from '../Reviews.tsx';
import { Previewed } from '../Reviews.tsx';

/** The stage that shows the effect of a launch, where the user sends it or goes back. */
export const LaunchReview = ({ preview, answer }: Asked) => (
  <section
    className="stage fields"
    aria-label="Review changes"
    aria-busy={preview === null}
    tabIndex={-1}
  >
    <Previewed preview={preview} />
    <div className="actions">
      <button type="button" onClick={() => answer(false)}>
        Back
      </button>
      <button
        type="button"
        className="primary"
        disabled={preview === null}
        onClick={() => answer(true)}
      >
        Send
      </button>
    </div>
  </section>
);
