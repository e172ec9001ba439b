import type { Running } from './gateway.ts';
import { signIn } from './visitor.ts';

/** The decision of a person on the page of a plan. Returns the status of the response. */
export const decideOnPage = async (
  running: Running,
  address: string,
  verb: 'approve' | 'decline',
): Promise<number> => {
  const session = await signIn(running);
  const { origin } = new URL(running.url);
  const { status } = await fetch(`${origin}${new URL(address).pathname}/${verb}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: `ads_graph_session=${session}` },
  });
  return status;
};
