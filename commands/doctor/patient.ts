import { readSession } from '../../src/auth/login-command.ts';
import { viewerOfSession } from '../../src/auth/sessions.ts';
import { viewerOfOwner } from '../../src/auth/viewer.ts';
import type { Config } from '../../src/config/config.ts';
import { clientSettings } from '../../src/config/credentials.ts';
import { upstreamFor } from '../../src/gateway/gateway.ts';
import type { ServingConfig } from '../../src/gateway/server.ts';
import { accounts } from '../../src/upstream/catalogue/areas/accounts.ts';
import type { ApiHost, Endpoint, InputOf } from '../../src/upstream/catalogue/language/endpoint.ts';
import { type CallResult, createClient, type Notice } from '../../src/upstream/client/client.ts';
import { type HostAnswer, probeHosts } from '../../src/upstream/client/probe.ts';
import type { Viewer } from '../../src/upstream/client/scope.ts';

/** The subject of the checks. Answers that several of them need are requested once. */
export interface Patient {
  readonly config: ServingConfig;
  /** The user that calls are made as; null if there is no token of one. */
  readonly viewer: Viewer | null;
  readonly hosts: () => Promise<Readonly<Record<ApiHost, HostAnswer>>>;
  readonly call: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<CallResult>;
  readonly bearerToken: () => Promise<string>;
  readonly accounts: () => Promise<CallResult>;
  /** The notices of the API about its versions, from the calls so far. */
  readonly notices: () => readonly Notice[];
}

const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | null = null;
  return () => {
    running ??= work();
    return running;
  };
};

/** The most accounts that are looked at one by one. */
export const maxAccounts = 10;

/** Runs `work` over the API that the configuration names, or over an emulator. */
export const withPatient = async <T>(
  config: Config,
  sessionFile: string,
  work: (patient: Patient) => Promise<T>,
): Promise<T> => {
  const { served, closeUpstream } = await upstreamFor(config);
  const notices = new Map<string, Notice>();
  const settings = clientSettings(served);
  const client = createClient({
    ...settings,
    onNotice: (notice) => void notices.set(notice.text, notice),
  });
  const viewer = await viewerFor(served, sessionFile);
  const scope = () =>
    client.forRequest({
      viewer,
      isTrusted: true,
      deadline: performance.now() + served.timeouts.operation,
      maxCalls: 10,
      signal: new AbortController().signal,
    });
  const patient: Patient = {
    config: served,
    viewer,
    hosts: once(() => probeHosts(settings)),
    call: (endpoint, input) => scope().call(endpoint, input),
    bearerToken: once(() => scope().bearerToken()),
    accounts: once(() => scope().call(accounts.listAccounts, { count: 200 })),
    notices: () => [...notices.values()],
  };
  try {
    return await work(patient);
  } finally {
    await client.close();
    await closeUpstream();
  }
};

/** The owner; without one, who signed in with the command. */
const viewerFor = async (config: ServingConfig, sessionFile: string): Promise<Viewer | null> => {
  const { owner } = config.upstream;
  if (owner !== null) return viewerOfOwner(owner);
  const session = config.isSecretGenerated ? null : await readSession(config, sessionFile);
  return session === null ? null : viewerOfSession(session);
};
