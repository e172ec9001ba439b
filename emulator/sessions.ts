import { z } from 'zod';
import { cookieNameOf, createSealer, sessionMs } from '../src/shared/sign-in/session.ts';
import { checked, OrderError } from './checked.ts';
import type { World } from './scope.ts';
import { unknownName } from './unknown-names.ts';
import { credentialsOf, owner, type UserCredentials } from './users.ts';

/** A session of a user at a gateway, as `POST /__emulator/sessions` returns it. */
export interface OpenedSession {
  readonly user: { readonly userId: string; readonly screenName: string };
  /** The session, to be sent as `authorization: Bearer …`. */
  readonly session: string;
  /** The same as a cookie for a gateway without https: its name and its value. */
  readonly cookie: string;
}

const orderSchema = z.strictObject({ user: z.string().optional() });

/** Opens sessions of users at gateways that have this secret. `now` is their clock. */
export const createSessions = (
  { tokens }: Pick<World, 'tokens'>,
  { secret, now }: { readonly secret: string; readonly now: () => number },
) => {
  const { seal } = createSealer([secret], now);
  const open = async (user: UserCredentials): Promise<string> =>
    seal({
      token: user.accessToken,
      tokenSecret: user.accessTokenSecret,
      userId: user.userId,
      screenName: user.screenName,
    });
  const named = (name: string): UserCredentials => {
    const user = tokens.users().find(({ screenName }) => screenName === name);
    if (user !== undefined) return credentialsOf(user);
    const names = tokens.users().map(({ screenName }) => screenName);
    throw new OrderError(unknownName('user', name, names));
  };
  return {
    /** The session of a user or of a screen name. Throws an OrderError for an unknown name. */
    of: async (user: UserCredentials | string): Promise<string> =>
      open(typeof user === 'string' ? named(user) : user),
    /** The session that the body of a request orders, by default the owner's. */
    ordered: async (order: unknown): Promise<OpenedSession> => {
      const { user = owner.screenName } = checked('session', orderSchema, order);
      const { userId, screenName, ...credentials } = named(user);
      const session = await open({ userId, screenName, ...credentials });
      const cookie = `${cookieNameOf('session', false)}=${session}`;
      return { user: { userId, screenName }, session, cookie };
    },
  };
};

/** The header that stores the session in a browser, for all gateways of the same host name. */
export const setCookieOf = ({ cookie }: OpenedSession): string =>
  `${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${sessionMs / 1000}`;
