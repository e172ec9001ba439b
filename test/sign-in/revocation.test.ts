import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../support/gateway.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { bearer, newVisitor, signIn } from '../support/visitor.ts';

const [owner, colleague] = ['1500000000000000001', '1500000000000000002'];
const rows = '{ accounts(first: 1) { nodes { id } } }';

const running = useGateway();
let sessions: readonly [string, string, string];
beforeEach(async () => {
  running.emulator.reset({ data: true });
  sessions = [
    await signIn(running, colleague),
    await signIn(running, colleague),
    await signIn(running, owner),
  ];
});

const codes = ({ errors }: Answer) => errors?.map(({ extensions }) => extensions.code);
const askAs = (session: string, document = rows) => running.ask(document, {}, bearer(session));
const logout = (session: string) =>
  newVisitor().go(`${new URL(running.url).origin}/auth/logout?revoke=true`, {
    method: 'POST',
    ...bearer(session),
  });

describe('a token that the API no longer accepts', () => {
  test('ends every session with it at once, and requires a new sign-in', async () => {
    const [first, second, other] = sessions;
    running.emulator.set({ revokedTokens: ['1500000000000000002-emulator-colleague-token'] });
    const found = await askAs(first);
    expect(codes(found)).toEqual(['REAUTHENTICATION_REQUIRED']);
    expect(found.calls).toHaveLength(1);
    for (const session of [first, second]) {
      const after = await askAs(session);
      expect(after.status).toBe(401);
      expect(codes(after)).toEqual(['REAUTHENTICATION_REQUIRED']);
      expect(after.calls).toEqual([]);
    }
    expect((await askAs(other)).errors).toBeUndefined();
  });

  test('does not affect requests without a session', async () => {
    running.emulator.set({ revokedTokens: ['1500000000000000002-emulator-colleague-token'] });
    await askAs(sessions[0]);
    expect((await running.ask(rows)).errors).toBeUndefined();
  });

  test('lets the same user in again with another token', async () => {
    await askAs(sessions[0], 'mutation { invalidateAccessToken { outcome } }');
    const fresh = await signIn(running, colleague);
    const answer = await askAs(fresh, `{ viewer { userId } accounts(first: 1) { nodes { id } } }`);
    expect(answer.errors).toBeUndefined();
    expect(answer.data.viewer.userId).toBe(colleague);
  });

  test('does not end a session if the API refuses for another reason', async () => {
    running.emulator.fault({
      fault: { kind: 'answer', status: 401, json: { errors: [{ code: 32, message: 'no' }] } },
      times: 1,
    });
    expect(codes(await askAs(sessions[0]))).toEqual(['UPSTREAM_AUTH_FAILED']);
    expect((await askAs(sessions[0])).errors).toBeUndefined();
  });
});

describe('invalidateAccessToken', () => {
  const document = 'mutation { invalidateAccessToken { outcome errors { code } } }';

  test("ends the viewer's token upstream and every session with it", async () => {
    const [first, second, other] = sessions;
    const { data, calls } = await askAs(first, document);
    expect(data.invalidateAccessToken).toEqual({ outcome: 'APPLIED', errors: [] });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /platform/1.1/oauth/invalidate_token',
    ]);
    for (const session of [first, second]) {
      const after = await askAs(session);
      expect(codes(after)).toEqual(['UNAUTHENTICATED']);
      expect(after.calls).toEqual([]);
    }
    expect((await askAs(other)).errors).toBeUndefined();
  });

  test('ends nothing by itself if its outcome is unknown', async () => {
    running.emulator.fault({ fault: { kind: 'drop' }, times: 1 });
    const { data } = await askAs(sessions[0], document);
    expect(data.invalidateAccessToken).toMatchObject({
      outcome: 'UNKNOWN',
      errors: [{ code: 'UPSTREAM_OUTCOME_UNKNOWN' }],
    });
    expect((await askAs(sessions[0])).errors).toBeUndefined();
  });

  test('is only for users who are signed in', async () => {
    const exposed = await startGateway({ env: { HOST: '0.0.0.0' } });
    const answer = await exposed.ask(document);
    expect(codes(answer)).toEqual(['UNAUTHENTICATED']);
    expect(answer.calls).toEqual([]);
    await exposed.close();
  });
});

describe('signing out with revoke=true', () => {
  test('ends the token upstream and every session with it', async () => {
    const [first, second, other] = sessions;
    running.emulator.reset();
    expect((await logout(first)).status).toBe(200);
    expect(running.emulator.calls().map(({ path }) => path)).toEqual([
      '/platform/1.1/oauth/invalidate_token',
    ]);
    for (const session of [first, second]) {
      expect(codes(await askAs(session))).toEqual(['UNAUTHENTICATED']);
    }
    expect((await askAs(other)).errors).toBeUndefined();
  });

  test('succeeds if the token is already gone', async () => {
    running.emulator.set({ revokedTokens: ['1500000000000000002-emulator-colleague-token'] });
    expect((await logout(sessions[0])).status).toBe(200);
    expect(codes(await askAs(sessions[1]))).toEqual(['UNAUTHENTICATED']);
  });

  test('ends the session although the API does not respond, and warns that the token may still be valid', async () => {
    running.emulator.fault({ fault: { kind: 'drop' }, times: 1 });
    const response = await logout(sessions[0]);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      signedIn: false,
      errors: [{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }],
    });
    expect(codes(await askAs(sessions[0]))).toEqual(['UNAUTHENTICATED']);
    expect((await askAs(sessions[1])).errors).toBeUndefined();
  });
});
