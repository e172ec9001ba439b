import type { DryRun } from 'ads-graph/client';
import type { ReactNode, SyntheticEvent } from 'react';
import { useCallback, useId, useState } from 'react';
import { FaultLines } from './FaultLines.tsx';
import { Money } from './Money.tsx';
import type { Review } from './relay/dry-run.ts';
import { isReady, ReviewWith } from './relay/dry-run.ts';
import { Skeleton } from './Skeleton.tsx';
import { writtenTimes } from './written.ts';

/** A write that waits for the user's approval. */
export interface Asked {
  /** The effect of the write; null until the gateway has answered. */
  readonly preview: DryRun | null;
  readonly answer: (isAgreed: boolean) => void;
}

/** Reviews writes, and returns the one that waits; null while none does. */
export const useReview = (): { readonly asked: Asked | null; readonly review: Review } => {
  const [asked, setAsked] = useState<Asked | null>(null);
  const review = useCallback<Review>(async (coming) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setAsked({ preview: null, answer: resolve });
    const preview = await Promise.race([coming, promise.then(() => null)]);
    if (preview !== null && isReady(preview)) setAsked({ preview, answer: resolve });
    const isAgreed = preview !== null && (!isReady(preview) || (await promise));
    setAsked(null);
    return isAgreed ? preview : null;
  }, []);
  return { asked, review };
};

/** Reviews the writes of its children: each is shown before it is sent, and waits for a click. */
export const Reviews = ({ children }: { readonly children: ReactNode }) => {
  const { asked, review } = useReview();
  return (
    <ReviewWith value={review}>
      {children}
      {asked && <ReviewDialog {...asked} />}
    </ReviewWith>
  );
};

// Closed before it is removed, so that the focus returns to its former element.
const openModal = (dialog: HTMLDialogElement): (() => void) => {
  dialog.showModal();
  return () => dialog.close();
};

const ReviewDialog = ({ preview, answer }: Asked) => {
  const headingId = useId();
  const end = ({ currentTarget }: SyntheticEvent<HTMLDialogElement>): void => {
    if (!currentTarget.open) answer(currentTarget.returnValue === 'send');
  };
  return (
    <dialog ref={openModal} onClose={end} aria-labelledby={headingId} aria-busy={preview === null}>
      <h2 id={headingId}>Review changes</h2>
      <form method="dialog">
        <Previewed preview={preview} />
        <div className="actions">
          <button type="submit" value="back">
            Back
          </button>
          <button type="submit" value="send" className="primary" disabled={preview === null}>
            Send
          </button>
        </div>
      </form>
    </dialog>
  );
};

/** The effect of a write, once the gateway has answered. */
export const Previewed = ({ preview }: Pick<Asked, 'preview'>) => (
  <div role="status" className="review">
    {preview === null ? <Skeleton label="Loading what would change" /> : <Shown {...preview} />}
  </div>
);

const Shown = ({ sentences, steps, items, money, activates }: DryRun) => {
  const inSteps = new Set(steps.flatMap((step) => step.sentences));
  const faults = items.flatMap(({ errors }) => errors);
  return (
    <>
      {money.map(({ currency, ...sums }) => (
        <Sums key={currency} currency={currency} {...sums} />
      ))}
      {activates.length > 0 && (
        <p>
          <strong>Becomes active:</strong>{' '}
          {activates.map(({ name, type }) => name ?? type).join(', ')}
        </p>
      )}
      <Sentences all={sentences.filter((sentence) => !inSteps.has(sentence))} />
      {steps.length > 0 && (
        <ol className="steps" aria-label="Steps to come">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name, and never move.
            <li key={index}>
              <Sentences all={step.sentences} />
            </li>
          ))}
        </ol>
      )}
      <FaultLines faults={faults} />
    </>
  );
};

const Sentences = ({ all }: { readonly all: readonly string[] }) =>
  [...new Set(all)].map((sentence) => <p key={sentence}>{writtenTimes(sentence)}</p>);

const Sums = (sums: DryRun['money'][number]) => {
  const { currency, dailyBefore, dailyAfter, totalBefore, totalAfter } = sums;
  return (
    <>
      <Sum label="Daily budget" currency={currency} before={dailyBefore} after={dailyAfter} />
      <Sum label="Total budget" currency={currency} before={totalBefore} after={totalAfter} />
    </>
  );
};

interface SumProps {
  readonly label: string;
  readonly currency: string;
  readonly before: string;
  readonly after: string;
}

const Sum = ({ label, currency, before, after }: SumProps) =>
  before !== after && (
    <p>
      <strong>{label}:</strong> <Money amount={before} currency={currency} /> →{' '}
      <Money amount={after} currency={currency} />
    </p>
  );
