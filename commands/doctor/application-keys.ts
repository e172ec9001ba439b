import { listenerUrl, reachableUrl } from '../../src/auth/listener-url.ts';
import { UpstreamError } from '../../src/upstream/client/errors.ts';
import { type Check, fine, unknownFor, wrong } from './finding.ts';

/** Asks for the bearer token of the application, which its keys alone are enough for. */
export const applicationKeys: Check = {
  name: 'application keys',
  examine: async ({ bearerToken, config: { publicUrl, host, port } }) => {
    try {
      await bearerToken();
      const base = publicUrl ?? reachableUrl(listenerUrl(host, port));
      return fine(
        'the API accepts ADS_CONSUMER_KEY and ADS_CONSUMER_SECRET',
        `To sign in with a browser, ${base}/auth/callback must be a callback of the application`,
      );
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
