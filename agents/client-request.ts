import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import { isObject } from '../src/upstream/catalogue/language/values.ts';
import type { OnStep } from './gateway.ts';
import type { ClientReply } from './plans/question.ts';
import type { ToolQuestion } from './tools/tool.ts';

/** A message of a client, as the protocol's package gives it. */
export type ClientRequest = ServerContext['mcpReq'];

const question = 'approve';

/** True if a client can ask its user and call again, which only the newer version allows here. */
export const canElicit = ({ envelope }: ClientRequest): boolean => {
  const members: Readonly<Record<string, unknown>> = envelope ?? {};
  const capabilities = members[CLIENT_CAPABILITIES_META_KEY];
  return isObject(capabilities) && isObject(capabilities['elicitation']);
};

/** The reply of a client's user, on the second call; null on the first. */
export const repliedIn = ({ inputResponses, requestState }: ClientRequest): ClientReply | null => {
  const state = requestState<string>();
  if (state === undefined) return null;
  const reply = inputResponse(inputResponses, question);
  if (reply.kind !== 'elicit') return { state, verdict: 'cancel' };
  const isYes = reply.action === 'accept' && reply.content?.[question] === true;
  const isNo = reply.action === 'accept' || reply.action === 'decline';
  return { state, verdict: isYes ? 'accept' : isNo ? 'decline' : 'cancel' };
};

/** The result that makes a client ask its user. */
export const questionFor = ({ question: message, state }: ToolQuestion): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      [question]: inputRequired.elicit({
        message,
        requestedSchema: {
          type: 'object',
          properties: { [question]: { type: 'boolean', title: 'Do this' } },
          required: [question],
        },
      }),
    },
    requestState: state,
  });

/** Reports each finished step of a launch to a client that asked for progress. */
export const progressReporter = ({ _meta, notify }: ClientRequest): OnStep => {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  return ({ step, outcome, index, count }) => {
    const message = `${step}: ${outcome}`;
    const params = { progressToken, progress: index + 1, total: count, message };
    // A launch continues after its client has left.
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
};
