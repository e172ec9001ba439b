import type { Emulator } from '../../emulator/server.ts';

const time = '2026-01-01T00:00:00Z';
const stamp = { created_at: time, updated_at: time, deleted: false };

/**
 * Creates an account of the owner with a thousand campaigns, all paid by one funding instrument.
 */
export const fillAccount = (
  { store, grant, credentials }: Emulator,
  account: string,
  changes: object = {},
): void => {
  grant(credentials.userId, account);
  store.insert('Account', null, { id: account, name: account, ...stamp });
  store.clear('Campaign', account);
  store.clear('FundingInstrument', account);
  store.insert('FundingInstrument', account, { id: 'f1', description: 'Credit', ...stamp });
  for (let index = 0; index < 1000; index += 1) {
    const paid = { funding_instrument_id: 'f1', entity_status: 'ACTIVE', currency: 'EUR' };
    const row = { id: `c${index}`, name: `Campaign ${index}`, ...paid, ...stamp, ...changes };
    store.insert('Campaign', account, row);
  }
};
