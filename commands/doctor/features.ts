import { accounts as endpoints } from '../../src/upstream/catalogue/areas/accounts.ts';
import { type Check, fine, notAsked, unknownFor } from './finding.ts';
import { maxAccounts } from './patient.ts';

/** The features that X granted to the accounts. */
export const features: Check = {
  name: 'features',
  examine: async ({ viewer, accounts, call }) => {
    if (viewer === null) return notAsked();
    try {
      const { rows } = await accounts();
      const looked = rows.slice(0, maxAccounts);
      const granted = await Promise.all(
        looked.map(({ id }) => call(endpoints.listFeatures, { account_id: String(id) })),
      );
      const counts = new Map<string, number>();
      for (const { texts } of granted)
        for (const name of texts) counts.set(name, (counts.get(name) ?? 0) + 1);
      const names = [...counts].map(([name, count]) =>
        count === looked.length ? name : `${name} (${count} of ${looked.length} accounts)`,
      );
      return fine(names.length === 0 ? 'none' : names.sort().join(', '));
    } catch (error) {
      return unknownFor(error);
    }
  },
};
