import type { Config } from './config.ts';
import type { Emulator } from './emulator/server.ts';
import type { Served } from './server.ts';

/** The configuration of a gateway over an emulator, with its addresses and keys. */
export const emulated = (
  config: Config,
  {
    url,
    sandboxUrl,
    platformUrl,
    credentials,
  }: Pick<Emulator, 'url' | 'sandboxUrl' | 'platformUrl' | 'credentials'>,
): Served => ({
  ...config,
  emulatorUrl: url,
  upstream: {
    hosts: { ads: url, sandbox: sandboxUrl, platform: platformUrl },
    consumer: { key: credentials.consumerKey, secret: credentials.consumerSecret },
    owner: { key: credentials.accessToken, secret: credentials.accessTokenSecret },
  },
});
