import { addressWith, follow, withId } from '../address.ts';
import { FaultLines } from '../FaultLines.tsx';
import { Faults } from '../Faults.tsx';
import { FormActions } from '../FormActions.tsx';
import type { FormDraft } from '../form-draft.ts';
import type { Fault } from '../relay/fault.ts';
import type { Write, WriteState } from '../relay/write.ts';
import { focusCampaign } from '../shown-campaign.ts';
import { LaunchSteps, show } from './LaunchSteps.tsx';
import type { Launched } from './launched.ts';

interface Props {
  readonly write: WriteState<object, Launched> & Pick<Write<object>, 'again' | 'forget'>;
  /** The faults that belong to no field. */
  readonly errors: readonly Fault[];
  /** The word on the button that sends the form. */
  readonly verb: string;
  readonly draft: FormDraft;
  readonly onClose: () => void;
  /** Goes back to the previous stage; left out without one. */
  readonly onBack?: (() => void) | undefined;
}

const stopped =
  'The launch stopped part-way. What was created stays paused. Resuming creates nothing twice.';

/** The part below the form of a launch or a copy: its steps, its faults and its buttons. */
export const LaunchEnd = ({ write, errors, verb, draft, onClose, onBack }: Props) => {
  const { isOpen, isUnderWay, ending } = write;
  if (ending?.outcome === 'APPLIED') {
    const campaign = 'campaign' in ending ? ending.campaign : null;
    return (
      <>
        <LaunchSteps write={write} />
        <p role="status" className="notice">
          {campaign?.name ?? 'The campaign'} was created.
        </p>
        <FaultLines faults={errors} />
        <div className="actions" ref={show}>
          {campaign && <CampaignLink id={campaign.id} onFollow={write.forget} />}
          <button type="button" className="primary" onClick={onClose}>
            Done
          </button>
        </div>
      </>
    );
  }
  const goesOn = isOpen && ending !== null && 'steps' in ending;
  return (
    <>
      <LaunchSteps write={write} />
      {!isUnderWay && (
        <Faults write={write} errors={errors} again="Resume" {...(goesOn && { said: stopped })} />
      )}
      <FormActions {...{ write, draft, onClose, onBack }} words={[verb, 'Running …']} />
    </>
  );
};

interface LinkProps {
  readonly id: string;
  readonly onFollow: () => void;
}

/** A link to the open row of a campaign. */
const CampaignLink = ({ id, onFollow }: LinkProps) => {
  const place = { dialog: null, ...withId('open', id, true) };
  return (
    <a
      className="button"
      href={addressWith(place)}
      onClick={(event) => {
        follow(event, place);
        if (!event.defaultPrevented) return;
        onFollow();
        focusCampaign(id);
      }}
    >
      Show campaign
    </a>
  );
};
