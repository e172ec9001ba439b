import { graphql } from 'react-relay';
import type {
  BatchCampaignsInput,
  PauseChosenMutation,
  PauseChosenMutation$data,
} from './__generated__/PauseChosenMutation.graphql.ts';
import { Faults } from './Faults.tsx';
import type { Write } from './relay/write.ts';
import { useWrite } from './relay/write.ts';
import { Status } from './Status.tsx';

/** A campaign that was chosen in the list. */
export interface Chosen {
  readonly id: string;
  readonly name: string | null | undefined;
}

type Payload = NonNullable<PauseChosenMutation$data['batchCampaigns']>;

interface Props {
  readonly accountId: string;
  readonly chosen: readonly Chosen[];
  readonly onDone: () => void;
}

/** Pauses the chosen campaigns in one batch, which the API applies as a whole or not at all, and says how each item fared. */
export const PauseChosen = ({ accountId, chosen, onDone }: Props) => {
  const write = useWrite<PauseChosenMutation, Payload>({
    mutation: graphql`
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
    name: `batchCampaigns in ${accountId}`,
    configOf: (input) => ({ variables: { input } }),
    payloadOf: ({ batchCampaigns }) => batchCampaigns,
    onEnd: onDone,
  });
  const { isOpen, isUnderWay, ending, send } = write;

  const pause = (): void => {
    const operations = chosen.map(({ id }) => ({
      update: { campaignId: id, entityStatus: 'PAUSED' as const },
    }));
    void send(
      { accountId, operations },
      chosen.map(({ id, name }) => name ?? id),
    );
  };

  // A batch that is open has to be settled before the next one.
  if (ending !== null && (isOpen || chosen.length === 0)) return <Result write={write} />;
  if (chosen.length === 0) return null;
  return (
    <section className="bar" aria-label="Chosen campaigns">
      <span role="status">{chosen.length} chosen</span>
      <button type="button" className="primary" disabled={isOpen} onClick={pause}>
        {isUnderWay ? 'Pausing …' : 'Pause all'}
      </button>
      <button type="button" onClick={onDone}>
        Choose none
      </button>
    </section>
  );
};

const focus = (element: HTMLElement | null): void => element?.focus();

const Result = ({ write }: { readonly write: Write<BatchCampaignsInput, Payload> }) => {
  const { last, isOpen, ending, forget } = write;
  const names = last?.names ?? [];
  return (
    <section className="bar" aria-label="Result of the batch" tabIndex={-1} ref={focus}>
      {ending?.outcome === 'APPLIED' ? <p>All were paused.</p> : <Faults write={write} />}
      {!isOpen && (
        <button type="button" onClick={forget}>
          Close
        </button>
      )}
      {ending !== null && 'results' in ending ? (
        <ol>
          {ending.results.map(({ index, outcome, errors }) => (
            <li key={index}>
              <Status value={outcome} /> {names[index]}
              {errors.map(({ message }) => (
                <p key={message} className="fault">
                  {message}
                </p>
              ))}
            </li>
          ))}
        </ol>
      ) : (
        <p className="quiet">{names.join(', ')}</p>
      )}
    </section>
  );
};
