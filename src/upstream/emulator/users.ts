/** A user who has given the application access. The tokens work with the emulator alone. */
export interface User {
  readonly userId: string;
  readonly screenName: string;
  readonly token: string;
  readonly tokenSecret: string;
}

/** The application's keys; they work with the emulator alone. */
export const consumer = Object.freeze({
  key: 'emulator-consumer-key',
  secret: 'emulator-consumer-secret',
});

/** The owner of the application, whose token the gateway uses where a request brings no session. */
export const owner: User = Object.freeze({
  userId: '1500000000000000001',
  screenName: 'emulator_owner',
  token: '1500000000000000001-emulator-owner-token',
  tokenSecret: 'emulator-owner-token-secret',
});

/** A second user, who shares one account with the owner and has one alone. */
export const colleague: User = Object.freeze({
  userId: '1500000000000000002',
  screenName: 'emulator_colleague',
  token: '1500000000000000002-emulator-colleague-token',
  tokenSecret: 'emulator-colleague-token-secret',
});

export const users: readonly User[] = Object.freeze([owner, colleague]);
