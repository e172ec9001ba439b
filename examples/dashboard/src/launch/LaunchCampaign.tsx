import { graphql } from 'react-relay';
import { Dialog } from '../Dialog.tsx';
import { useFormDialog } from '../form-dialog.ts';
import { useFormDraft } from '../form-draft.ts';
import type { Asked } from '../Reviews.tsx';
import { useReview } from '../Reviews.tsx';
import { ReviewWith } from '../relay/dry-run.ts';
import { useWrite } from '../relay/write.ts';
import { useShownCampaign } from '../shown-campaign.ts';
import type { LaunchCampaignMutation } from './__generated__/LaunchCampaignMutation.graphql.ts';
import { LaunchForm } from './LaunchForm.tsx';
import type { Launched } from './launched.ts';
import { launchedOf } from './launched.ts';

interface Props {
  readonly accountId: string;
  /** The list that shows the new campaign. */
  readonly connection: string;
}

/**
 * A button that opens the form for a whole campaign. The form shows by itself while a launch is
 * open, as after a reload in the middle of one. The review is a step of the form.
 */
export const LaunchCampaign = (props: Props) => {
  const { asked, review } = useReview();
  return (
    <ReviewWith value={review}>
      <Launch {...props} asked={asked} />
    </ReviewWith>
  );
};

const Launch = ({ accountId, connection, asked }: Props & { readonly asked: Asked | null }) => {
  const draft = useFormDraft(`launchCampaign in ${accountId}`);
  const showMade = useShownCampaign(connection);
  const write = useWrite<LaunchCampaignMutation, Launched>({
    mutation: graphql`
      mutation LaunchCampaignMutation($input: LaunchCampaignInput!, $inParts: Boolean!) {
        launchCampaign(input: $input) {
          steps @stream(initialCount: 0, label: "steps", if: $inParts) {
            index
            step
            items
            lineItem
            outcome
            errors {
              message
              argument
            }
          }
          ...launched_end @defer(label: "end", if: $inParts)
        }
      }
    `,
    name: `launchCampaign in ${accountId}`,
    configOf: (input) => ({ variables: { input, inParts: false } }),
    isReviewed: () => true,
    payloadOf: ({ launchCampaign }) => launchCampaign && launchedOf(launchCampaign),
    onEnd: (ending) => {
      if (ending.outcome === 'APPLIED') draft.drop();
      showMade(ending);
    },
  });
  const { isShown, show, close } = useFormDialog('launch', write);
  const goBack = (): void => {
    asked?.answer(false);
    close();
  };
  return (
    <>
      <button type="button" className="primary" onClick={show}>
        Launch campaign
      </button>
      {isShown && (
        <Dialog heading="Launch a campaign" of="posts and funding instruments" onClose={goBack}>
          {(attempt) => (
            <LaunchForm
              {...{ accountId, write, draft, asked }}
              fetchKey={attempt}
              onClose={goBack}
            />
          )}
        </Dialog>
      )}
    </>
  );
};
