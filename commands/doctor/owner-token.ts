import { UpstreamError } from '../../src/upstream/client/errors.ts';
import { type Check, type Finding, fine, unknownFor, wrong } from './finding.ts';
import type { Patient } from './patient.ts';

const anew =
  'Generate it again in the developer console, and set ADS_ACCESS_TOKEN and ADS_ACCESS_TOKEN_SECRET';

const refusedToken = ({ viewer }: Patient, error: UpstreamError): Finding => {
  if (viewer?.isOwnerToken === false) {
    return wrong('the API refuses that of the session', 'Sign in again with `ads-graph login`');
  }
  return error.code === 'REAUTHENTICATION_REQUIRED'
    ? wrong('expired or revoked', anew)
    : wrong(
        `the API refuses its signature: ${error.reason}`,
        `If clock and application keys are right, token and secret do not belong together. ${anew}`,
      );
};

/** Makes a call that the token signs. What the token may do is for other checks. */
export const ownerToken: Check = {
  name: "owner's token",
  examine: async (patient) => {
    const { viewer, accounts } = patient;
    if (viewer === null) return fine("not set: requests without a session are nobody's");
    try {
      await accounts();
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.status === 429) return unknownFor(error);
      if (error.status === 401) return refusedToken(patient, error);
    }
    const user = viewer.userId === null ? '' : `, of user ${viewer.userId}`;
    return viewer.isOwnerToken
      ? fine(`the API accepts it${user}`)
      : fine(`not set; the session of \`ads-graph login\` is used${user}`);
  },
};
