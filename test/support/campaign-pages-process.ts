import { startCampaignPages } from './campaign-pages.ts';

/**
 * Started as a process of its own, so that it answers however busy the test is. Its arguments are
 * the rows of a page and the latency in milliseconds. Tells its address.
 */
const { url } = await startCampaignPages(Number(process.argv[2]), Number(process.argv[3] ?? 0));
process.send?.(url);
