import { useContext, useState } from 'react';
import { graphql } from 'react-relay';
import type {
  ChangeChosenMutation,
  ChangeChosenMutation$data,
} from './__generated__/ChangeChosenMutation.graphql.ts';
import { BatchItems } from './BatchItems.tsx';
import { Faults } from './Faults.tsx';
import type { Ending } from './relay/fault.ts';
import { placeOf } from './relay/open-writes.ts';
import { useWrite } from './relay/write.ts';
import type { Chosen, Run } from './run.ts';
import { begun, ended, isEnded, itemsOf, leftOf } from './run.ts';
import { UserId } from './user.ts';

type Payload = NonNullable<ChangeChosenMutation$data['batchCampaigns']>;

interface Props {
  readonly accountId: string;
  readonly chosen: readonly Chosen[];
  /** Called with the campaigns of a run, and with those of them that were not changed. */
  readonly onEnd: (all: readonly Chosen[], left: readonly Chosen[]) => void;
  readonly onChooseNone: () => void;
}

/**
 * Pauses or resumes the chosen campaigns in batches, one after the other. The API applies each as a
 * whole or not at all. The run resumes after a reload, and reports the outcome of each campaign.
 */
export const ChangeChosen = ({ accountId, chosen, onEnd, onChooseNone }: Props) => {
  const place = placeOf<Run>(useContext(UserId), `chosen campaigns of ${accountId}`);
  const [run, setRun] = useState(place.read);
  const proceed = async (next: Run): Promise<void> => {
    setRun(next);
    const [batch] = next.rest;
    if (batch === undefined) {
      place.drop();
      onEnd(itemsOf(next), leftOf(next));
      return;
    }
    place.keep(next);
    const operations = batch.map(({ id }) => ({
      update: { campaignId: id, entityStatus: next.entityStatus },
    }));
    const names = batch.map(({ id, name }) => name ?? id);
    const isSent = await write.send({ accountId, operations }, names);
    if (isSent || next.done.length > 0) return;
    place.drop();
    setRun(null);
  };
  const write = useBatchWrite(accountId, (ending) => {
    const kept = place.read();
    if (kept === null || ending.outcome === 'UNKNOWN' || !('results' in ending)) return;
    void proceed(ended(kept, ending));
  });
  const giveUp = (): void => {
    if (run !== null) onEnd(itemsOf(run), leftOf(run));
    place.drop();
    write.forget();
    setRun(null);
  };
  if (run !== null) return <Progress {...{ run, write, proceed, giveUp }} />;
  if (chosen.length === 0) return null;
  return (
    <section className="bar" aria-label="Selected campaigns">
      <span role="status">{chosen.length} selected</span>
      <button type="button" className="primary" onClick={() => proceed(begun(chosen, 'PAUSED'))}>
        Pause
      </button>
      <button type="button" onClick={() => proceed(begun(chosen, 'ACTIVE'))}>
        Resume
      </button>
      <button type="button" onClick={onChooseNone}>
        Select none
      </button>
    </section>
  );
};

const useBatchWrite = (accountId: string, onEnd: (ending: Payload | Ending) => void) =>
  useWrite<ChangeChosenMutation, Payload>({
    mutation: graphql`
      mutation ChangeChosenMutation($input: BatchCampaignsInput!) {
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
    // Pausing spends nothing.
    isReviewed: ({ operations }) =>
      operations.some(({ update }) => update?.entityStatus !== 'PAUSED'),
    payloadOf: ({ batchCampaigns }) => batchCampaigns,
    onEnd,
  });

const focus = (element: HTMLElement | null): void => element?.focus();

interface ProgressProps {
  readonly run: Run;
  readonly write: ReturnType<typeof useBatchWrite>;
  readonly proceed: (run: Run) => Promise<void>;
  readonly giveUp: () => void;
}

const Progress = ({ run, write, proceed, giveUp }: ProgressProps) => {
  const { isOpen, isUnderWay } = write;
  const { done, entityStatus } = run;
  const all = itemsOf(run).length;
  const changed = done.filter(({ outcome }) => outcome === 'APPLIED').length;
  const verb = entityStatus === 'PAUSED' ? 'paused' : 'resumed';
  const names = run.rest[0]?.map(({ id, name }) => name ?? id) ?? [];
  return (
    <section className="bar" aria-label="Result of the batch" tabIndex={-1} ref={focus}>
      <p role="status">
        {isEnded(run) && changed === all
          ? `All campaigns ${verb}.`
          : `${changed} of ${all} campaigns ${verb}.`}
      </p>
      {isEnded(run) ? (
        <button type="button" onClick={giveUp}>
          Close
        </button>
      ) : (
        <progress max={all} value={done.length} aria-label="Batches" />
      )}
      {!isEnded(run) && <Faults write={{ ...write, forget: giveUp }} />}
      {!isEnded(run) && !isOpen && (
        <div className="actions">
          <button type="button" onClick={giveUp}>
            Stop
          </button>
          <button type="button" className="primary" onClick={() => proceed(run)}>
            Resume
          </button>
        </div>
      )}
      {!isUnderWay && names.length > 0 && <p className="quiet">{names.join(', ')}</p>}
      {!isUnderWay && (
        <BatchItems
          results={done.map((item, index) => ({ ...item, index }))}
          names={done.map(({ id, name }) => name ?? id)}
        />
      )}
    </section>
  );
};
