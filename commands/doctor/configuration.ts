import { warningsOf } from '../../src/auth/owner.ts';
import { type Check, fine } from './finding.ts';

/** Says what is configured. A variable that is wrong has stopped the doctor before. */
export const configuration: Check = {
  name: 'configuration',
  examine: async ({ config }) => {
    const { upstream, emulatorUrl, apiKeys, workers, redis, typePrefix } = config;
    const facts = [
      emulatorUrl === undefined
        ? `the API at ${new URL(upstream.hosts.ads).host}`
        : 'no credentials are set, so this checks an emulator, whose data is invented',
      ...(emulatorUrl !== undefined
        ? []
        : [upstream.owner === null ? "no owner's token" : "an owner's token"]),
      `${apiKeys.length === 0 ? 'no' : apiKeys.length} keys of callers`,
      `${workers} ${workers === 1 ? 'process' : 'processes'}`,
      redis === null ? 'no Redis' : 'Redis',
      ...(typePrefix.text === '' ? [] : [`type names with ${typePrefix.text}`]),
    ];
    const warnings = warningsOf({ ...config, emulatorUrl: undefined });
    return fine(facts.join(', '), warnings.length === 0 ? null : warnings.join('; '));
  },
};
