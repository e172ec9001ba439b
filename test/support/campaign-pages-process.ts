import { startCampaignPages } from './campaign-pages.ts';

/**
 * A process of its own, so that it answers however busy the test is. Its arguments are the rows of
 * a page and the latency in milliseconds. It sends its address to its parent.
 */
const { url } = await startCampaignPages(Number(process.argv[2]), Number(process.argv[3] ?? 0));
process.send?.(url);
