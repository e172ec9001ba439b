declare global {
  /** Where the gateway is: what the page was opened for. */
  var gateway: string;
  /** What a test has the page do, by name. */
  var steps: Readonly<Record<string, () => unknown>>;
}

/** The account whose campaigns are shown. */
export const accountId = '18ce54bik3s';

/** What a new campaign is made of. */
export const newCampaign = (name: string) => ({
  accountId,
  fundingInstrumentId: 'fik3s001',
  name,
  dailyBudgetAmountLocalMicro: '50000000',
});
