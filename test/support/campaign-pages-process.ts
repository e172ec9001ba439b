import { startCampaignPages } from './campaign-pages.ts';

/** Started as a process of its own, so that it answers however busy the test is. Tells its address. */
const { url } = await startCampaignPages(Number(process.argv[2]));
process.send?.(url);
