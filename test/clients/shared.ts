declare global {
  /** The address of the gateway, which the page was opened for. */
  var gateway: string;
  /** The steps of the page that a test calls by name. */
  var steps: Readonly<Record<string, () => unknown>>;
}

/** The account whose campaigns are shown. */
export const accountId = '18ce54bik3s';

/** The input of a new campaign. */
export const newCampaign = (name: string) => ({
  accountId,
  fundingInstrumentId: 'fik3s001',
  name,
  dailyBudgetAmountLocalMicro: '50000000',
});
