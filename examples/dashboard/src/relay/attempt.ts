import { readSession } from '../session.ts';
import type { Fault } from './gateway.ts';
import { GatewayError } from './gateway.ts';
import type { OpenWrite, Place } from './open-writes.ts';

export type Outcome = 'APPLIED' | 'NOT_APPLIED' | 'REJECTED' | 'UNKNOWN';

/** How a write ended, and why it did not end as asked. */
export interface Ending {
  readonly outcome: Outcome;
  readonly errors: readonly Fault[];
  /** Whether signing in helps. */
  readonly isSignedOut?: boolean;
}

interface Options<Input, Payload> {
  /** Whether the write was never sent before. */
  readonly isFirst: boolean;
  readonly userId: string;
  readonly place: Place<OpenWrite<Input>>;
  readonly ask: (input: Input) => Promise<Payload>;
}

// The gateway knows a key for this long. Later the same key would write anew.
const keptMs = 24 * 3_600_000;

/** Sends a write, first or again; how it ended: `UNKNOWN` if it may have taken effect unseen. */
export const attempt = async <Input, Payload extends Ending>(
  write: OpenWrite<Input>,
  { isFirst, userId, place, ask }: Options<Input, Payload>,
): Promise<Payload | Ending> => {
  let isSent = !isFirst;
  try {
    if (Date.now() - write.since > keptMs) throw new Error(tooLate);
    await expectUser(userId);
    place.keep(write);
    isSent = true;
    return await ask(write.input);
  } catch (error) {
    const told = error instanceof GatewayError ? error : null;
    // That this request had no effect says nothing about an earlier one.
    const hadNoEffect = !isSent || (isFirst && told?.hadNoEffect === true);
    return {
      outcome: hadNoEffect ? 'NOT_APPLIED' : 'UNKNOWN',
      errors: told?.faults ?? [{ message: (error as Error).message }],
      isSignedOut: told?.isSignedOut ?? false,
    };
  }
};

const tooLate = 'It was sent more than a day ago, too long to ask again. Look whether it is there.';

/** Throws where another user is signed in by now, or none: a key counts for its first sender. */
const expectUser = async (userId: string): Promise<void> => {
  const session = await readSession();
  if (session.userId === userId) return;
  const message = session.signedIn
    ? `@${session.screenName} has signed in meanwhile.`
    : 'You are signed out.';
  throw new GatewayError([{ message, extensions: { code: 'UNAUTHENTICATED' } }]);
};
