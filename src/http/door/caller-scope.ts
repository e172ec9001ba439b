import type { EndedSessions } from '../../auth/ended-sessions.ts';
import type { Caller } from '../../auth/viewer.ts';
import type { RequestScope } from '../../upstream/client/client.ts';
import type { RequestNote } from './exchange.ts';

/** What the upstream client sends the API about the trace of a request. */
export const callerTrace = ({
  trace,
}: Pick<RequestNote, 'trace'>): Pick<RequestScope, 'traceparentOf'> => {
  const traceparentOf = trace?.traceparentOf ?? null;
  return traceparentOf === null ? {} : { traceparentOf };
};

/** Ends every session with this access token. */
export type EndToken = EndedSessions['endToken'];

/**
 * What the upstream client knows about the caller. If the API refuses the token of a session, every
 * session with that token ends.
 */
export const callerScope = (
  { viewer, callerKey, session, isTrusted }: Caller,
  endToken: EndToken,
): Pick<RequestScope, 'viewer' | 'callerKey' | 'isTrusted' | 'onTokenEnded'> => ({
  viewer,
  callerKey,
  isTrusted,
  ...(session !== null && {
    onTokenEnded: async (cause) => {
      await endToken(session.token, cause === 'revoked' ? 'revoked' : 'ended');
    },
  }),
});
