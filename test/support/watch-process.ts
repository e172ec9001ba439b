import { Client } from 'undici';

/**
 * Sends requests to one address again and again, from a process of its own, regardless of the load
 * of others. When it is told to stop, it reports the longest time to an answer in milliseconds to
 * its parent.
 */

const [address = ''] = process.argv.slice(2);
const everyMs = 2;

const client = new Client(new URL(address).origin, { bodyTimeout: 0, headersTimeout: 0 });

const answered = async (): Promise<boolean> => {
  try {
    const { body } = await client.request({ method: 'GET', path: new URL(address).pathname });
    await body.dump();
    return true;
  } catch {
    // A connection that was idle for long may be closed just as the next request is sent.
    return false;
  }
};

let isDone = false;
let longestMs = 0;

const ask = async (): Promise<void> => {
  const start = performance.now();
  while (!(await answered())) await new Promise((resolve) => setTimeout(resolve, everyMs));
  longestMs = Math.max(longestMs, performance.now() - start);
};

process.once('message', () => {
  isDone = true;
});

await ask();
// The first request has paid for the connection.
longestMs = 0;
process.send?.('watching');
while (!isDone) {
  await ask();
  await new Promise((resolve) => setTimeout(resolve, everyMs));
}
process.send?.({ longestMs });
await client.close();
process.disconnect();
