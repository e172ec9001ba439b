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
