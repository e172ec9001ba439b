/** A user who has given the application access. The tokens work only with the emulator. */
export interface User {
  readonly userId: string;
  readonly screenName: string;
  readonly token: string;
  readonly tokenSecret: string;
  /**
   * The user's permissions in seeded accounts. By default they depend on who administers the
   * account.
   */
  readonly permissions?: readonly string[];
}

/** The application's keys; they work only with the emulator. */
export const consumer = Object.freeze({
  key: 'emulator-consumer-key',
  secret: 'emulator-consumer-secret',
});

/** The owner of the application. The gateway acts as the owner for requests without a session. */
export const owner: User = Object.freeze({
  userId: '1500000000000000001',
  screenName: 'emulator_owner',
  token: '1500000000000000001-emulator-owner-token',
  tokenSecret: 'emulator-owner-token-secret',
});

/** A second user: shares one account with the owner, and administers another. */
export const colleague: User = Object.freeze({
  userId: '1500000000000000002',
  screenName: 'emulator_colleague',
  token: '1500000000000000002-emulator-colleague-token',
  tokenSecret: 'emulator-colleague-token-secret',
});

/** A third user, who may read one account of the owner. */
export const analyst: User = Object.freeze({
  userId: '1500000000000000003',
  screenName: 'emulator_analyst',
  token: '1500000000000000003-emulator-analyst-token',
  tokenSecret: 'emulator-analyst-token-secret',
  permissions: ['CAMPAIGN_ANALYST'],
});

export const users: readonly User[] = Object.freeze([owner, colleague, analyst]);

/** The credentials with which an application acts for a user. */
export interface UserCredentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly accessToken: string;
  readonly accessTokenSecret: string;
  readonly userId: string;
  readonly screenName: string;
}

/** The credentials of a user of the emulator. */
export const credentialsOf = (user: User): UserCredentials => ({
  consumerKey: consumer.key,
  consumerSecret: consumer.secret,
  accessToken: user.token,
  accessTokenSecret: user.tokenSecret,
  userId: user.userId,
  screenName: user.screenName,
});

/** The addresses of the hosts of the API. */
export interface Addresses {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly platformUrl: string;
}

/** The environment variables of a gateway that acts with these credentials at these addresses. */
export const variablesOf = (
  urls: Addresses,
  { consumerKey, consumerSecret, accessToken, accessTokenSecret }: UserCredentials,
): Readonly<Record<string, string>> => ({
  ADS_API_URL: urls.url,
  STATS_RESULT_HOSTS: new URL(urls.url).host,
  ADS_SANDBOX_API_URL: urls.sandboxUrl,
  PLATFORM_API_URL: urls.platformUrl,
  ADS_CONSUMER_KEY: consumerKey,
  ADS_CONSUMER_SECRET: consumerSecret,
  ADS_ACCESS_TOKEN: accessToken,
  ADS_ACCESS_TOKEN_SECRET: accessTokenSecret,
});
