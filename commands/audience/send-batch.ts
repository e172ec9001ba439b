import { randomUUID } from 'node:crypto';
import { AdsGraphError } from '../../client/client.ts';
import { pause } from '../../client/failure.ts';
import type { Connection } from '../connection.ts';
import type { Progress } from '../output.ts';
import { patiently } from '../patient.ts';
import { sent, trusted } from '../trusted-text.ts';
import type { Batch } from './batches.ts';
import type { UploadState } from './upload-state.ts';

/** The document that sends people. */
export const peopleDocument = trusted(
  `mutation UploadAudience($input: UpdateCustomAudienceUsersInput!) {
  updateCustomAudienceUsers(input: $input) { outcome successCount totalCount errors { message } }
}`,
);

interface Answer {
  readonly updateCustomAudienceUsers: {
    readonly outcome: string;
    readonly successCount: number | null;
    readonly totalCount: number | null;
    readonly errors: readonly { readonly message: string }[];
  };
}

type Payload = Answer['updateCustomAudienceUsers'];

/** The audience that batches change, and the change: people are added or removed. */
export interface BatchTarget {
  readonly connection: Connection;
  readonly progress: Progress;
  readonly state: UploadState;
  readonly account: string;
  readonly audience: string;
  readonly isDelete: boolean;
}

const mostUnequal = 3;
// The waits before records of unknown outcome are sent again, in milliseconds.
const waitsMs = [1000, 2000, 4000, 8000, 16_000, 29_000];

/**
 * Sends a batch until the API has counted all of it. After UNKNOWN its records are sent again under
 * a new key: adding or removing a person twice changes nothing. Returns the counts that stay
 * unequal, else null. Throws AdsGraphError if it was refused, or if nobody can tell for a minute.
 */
export const sendBatch = async (sending: BatchTarget, batch: Batch): Promise<string | null> => {
  const { state } = sending;
  let [unequal, unknown] = [0, 0];
  for (let key = state.of(batch.index)?.key ?? randomUUID(); ; key = randomUUID()) {
    await state.set(batch.index, { key, isApplied: false });
    const { outcome, successCount, totalCount, errors } = await once(sending, batch, key);
    if (outcome === 'APPLIED') {
      await state.set(batch.index, { key, isApplied: true });
      return null;
    }
    const message = errors.map((error) => error.message).join(' ');
    if (outcome !== 'UNKNOWN') throw new AdsGraphError(message);
    if (successCount !== null || totalCount !== null) {
      unequal += 1;
      if (unequal === mostUnequal) return message;
    } else {
      const wait = waitsMs[unknown];
      if (wait === undefined) throw new AdsGraphError(message);
      unknown += 1;
      await pause(wait);
    }
  }
};

/** Sends a batch under a key. With the same key the gateway tells how it ended. */
const once = async (sending: BatchTarget, batch: Batch, key: string): Promise<Payload> => {
  const { connection, progress, account, audience, isDelete } = sending;
  const users = { users: batch.people };
  const input = {
    accountId: account,
    customAudienceId: audience,
    operations: [isDelete ? { delete: users } : { update: users }],
    idempotencyKey: key,
  };
  const ask = () => connection.client.query<Answer>(sent(peopleDocument), { input });
  const { updateCustomAudienceUsers } = await patiently(ask, progress);
  return updateCustomAudienceUsers;
};
