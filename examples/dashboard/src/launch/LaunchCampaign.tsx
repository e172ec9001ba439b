import { useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import { Dialog } from '../Dialog.tsx';
import { showFirst } from '../relay/lists.ts';
import { useWrite } from '../relay/write.ts';
import type { LaunchCampaignMutation } from './__generated__/LaunchCampaignMutation.graphql.ts';
import { LaunchForm } from './LaunchForm.tsx';
import type { Launched } from './launched.ts';
import { goesOnAfter, launchedOf } from './launched.ts';

interface Props {
  readonly accountId: string;
  /** The list that shows the new campaign. */
  readonly connection: string;
}

/**
 * A button that opens the form for a whole campaign. The form shows by itself while a launch is
 * open, as it is after a reload in the middle of one.
 */
export const LaunchCampaign = ({ accountId, connection }: Props) => {
  const environment = useRelayEnvironment();
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
    payloadOf: ({ launchCampaign }) => launchCampaign && launchedOf(launchCampaign),
    goesOnAfter,
    onEnd: (ending) => {
      if ('campaign' in ending) showFirst(environment, connection, ending.campaign);
    },
  });
  const [isShown, setShown] = useState(write.isOpen);
  const close = (): void => {
    setShown(false);
    if (!write.isOpen) write.forget();
  };
  return (
    <>
      <button type="button" onClick={() => setShown(true)}>
        Launch
      </button>
      {isShown && (
        <Dialog heading="Launch a campaign" waiting="Reading posts and payers …" onClose={close}>
          {(attempt) => (
            <LaunchForm accountId={accountId} write={write} fetchKey={attempt} onClose={close} />
          )}
        </Dialog>
      )}
    </>
  );
};
