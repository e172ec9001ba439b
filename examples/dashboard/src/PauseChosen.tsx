import { useState } from 'react';
import { graphql } from 'react-relay';
import type {
  PauseChosenMutation,
  PauseChosenMutation$data,
} from './__generated__/PauseChosenMutation.graphql.ts';
import { Faults } from './Faults.tsx';
import type { Ending } from './relay/write.ts';
import { useWrite } from './relay/write.ts';
import { Status } from './Status.tsx';

/** A campaign that was chosen in the list. */
export interface Chosen {
  readonly id: string;
  readonly name: string | null | undefined;
}

type Payload = NonNullable<PauseChosenMutation$data['batchCampaigns']>;

interface Done {
  readonly ending: Payload | Ending;
  readonly campaigns: readonly Chosen[];
}

interface Props {
  readonly accountId: string;
  readonly chosen: readonly Chosen[];
  readonly onDone: () => void;
}

/** Pauses the chosen campaigns in one batch, which the API applies as a whole or not at all, and says how each item fared. */
export const PauseChosen = ({ accountId, chosen, onDone }: Props) => {
  const [batch, isUnderWay] = useWrite<PauseChosenMutation, Payload>(
    graphql`
      mutation PauseChosenMutation($input: BatchCampaignsInput!) {
        batchCampaigns(input: $input) {
          outcome
          errors {
            message
            argument
          }
          results {
            index
            outcome
            errors {
              message
              argument
            }
            campaign {
              ...CampaignRow_campaign
            }
          }
        }
      }
    `,
    ({ batchCampaigns }) => batchCampaigns,
  );
  const [done, setDone] = useState<Done | null>(null);

  const pause = async (): Promise<void> => {
    const operations = chosen.map(({ id }) => ({
      update: { campaignId: id, entityStatus: 'PAUSED' as const },
    }));
    const ending = await batch({ variables: { input: { accountId, operations } } });
    setDone({ ending, campaigns: chosen });
    onDone();
  };

  if (chosen.length > 0) {
    return (
      <section className="bar" aria-label="Chosen campaigns">
        <span role="status">{chosen.length} chosen</span>
        <button type="button" className="primary" disabled={isUnderWay} onClick={pause}>
          {isUnderWay ? 'Pausing …' : 'Pause all'}
        </button>
        <button type="button" onClick={onDone}>
          Choose none
        </button>
      </section>
    );
  }
  return done && <Result {...done} onClose={() => setDone(null)} />;
};

const focus = (element: HTMLElement | null): void => element?.focus();

const Result = ({ ending, campaigns, onClose }: Done & { readonly onClose: () => void }) => (
  <section className="bar" aria-label="Result of the batch" tabIndex={-1} ref={focus}>
    {ending.outcome === 'APPLIED' ? <p>All were paused.</p> : <Faults ending={ending} />}
    <button type="button" onClick={onClose}>
      Close
    </button>
    {'results' in ending && (
      <ol>
        {ending.results.map(({ index, outcome, errors }) => (
          <li key={index}>
            <Status value={outcome} /> {campaigns[index]?.name}
            {errors.map(({ message }) => (
              <p key={message} className="fault">
                {message}
              </p>
            ))}
          </li>
        ))}
      </ol>
    )}
  </section>
);
