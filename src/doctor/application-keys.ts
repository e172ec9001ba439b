import { UpstreamError } from '../upstream/client/errors.ts';
import { type Check, fine, unknownFor, wrong } from './finding.ts';

/** Asks for the bearer token of the application, which its keys alone are enough for. */
export const applicationKeys: Check = {
  name: 'application keys',
  examine: async ({ bearerToken }) => {
    try {
      await bearerToken();
      return fine('the API takes ADS_CONSUMER_KEY and ADS_CONSUMER_SECRET');
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.code === 'UPSTREAM_RATE_LIMITED') {
        return unknownFor(error);
      }
      return wrong(
        `the API refuses them: ${error.reason}`,
        'Set ADS_CONSUMER_KEY and ADS_CONSUMER_SECRET to a pair of the developer console, which shows ' +
          'a secret once',
      );
    }
  },
};
