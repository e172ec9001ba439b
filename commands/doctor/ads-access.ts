import { UpstreamError } from '../../src/upstream/client/errors.ts';
import { type Check, fine, notAsked, unknownFor, wrong } from './finding.ts';

/** Checks that X lets this application use the Ads API. */
export const adsAccess: Check = {
  name: 'access to the Ads API',
  examine: async ({ viewer, accounts }) => {
    if (viewer === null) return notAsked();
    try {
      await accounts();
      return fine('granted');
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.status !== 403) return unknownFor(error);
      return error.problems[0]?.code === 'UNAUTHORIZED_CLIENT_APPLICATION'
        ? wrong('not granted to this application, or not to a token of this age', `${error.advice}`)
        : wrong(`refused: ${error.reason}`, error.advice ?? 'Follow the message of the API');
    }
  },
};
