import type { FormDraft } from './form-draft.ts';
import type { WriteState } from './relay/write.ts';

interface Props {
  readonly write: Pick<WriteState<object>, 'isOpen' | 'isUnderWay'>;
  readonly draft: FormDraft;
  /** The word on the button that sends the form, and the one while it is sent. */
  readonly words: readonly [verb: string, underWay: string];
  readonly onClose: () => void;
  /** Goes back to the previous stage; left out without one. */
  readonly onBack?: (() => void) | undefined;
}

/** The buttons below a form: to discard the draft, to close and keep it, and to send it. */
export const FormActions = ({ write, draft, words: [verb, underWay], onClose, onBack }: Props) => {
  const { isOpen, isUnderWay } = write;
  const discard = (): void => {
    draft.drop();
    onClose();
  };
  return (
    <div className="actions">
      {!isOpen && (
        <button type="button" onClick={discard}>
          Discard
        </button>
      )}
      <button type="button" onClick={onClose}>
        Close
      </button>
      {onBack && (
        <button type="button" onClick={onBack}>
          Back
        </button>
      )}
      <button type="submit" className="primary" disabled={isOpen}>
        {isUnderWay ? underWay : verb}
      </button>
    </div>
  );
};
