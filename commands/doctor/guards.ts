import { ConfigError } from '../../src/config/config-error.ts';
import { guardsIn } from '../../src/schema/guards-file.ts';
import { type Check, fine, wrong } from './finding.ts';

/** Checks that the rules about writes can be read, and names them. */
export const guards: Check = {
  name: 'guards',
  examine: async ({ config }) => {
    if (config.guardsFile === null) return fine('none: GUARDS is not set');
    try {
      const names = guardsIn(config).map(({ name }) => name);
      return fine(`${names.length} ${names.length === 1 ? 'rule' : 'rules'}: ${names.join(', ')}`);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return wrong(error.message, 'Correct the file');
    }
  },
};
