import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { isatty } from 'node:tty';
import { type ClientCommand, type CommandName, optionsOf, UsageError } from '../bin/commands.ts';
import { reachableUrl } from './auth/listener-url.ts';
import { readCommandLine } from './config/command-line.ts';
import type { Config } from './config/config.ts';
import { limitsInForce, readConfig, readEmulatorConfig, settingsGiven } from './config/config.ts';
import { ConfigError, fatalMessage } from './config/config-error.ts';
import { installAfter, version } from './config/package.ts';
import type { StartedGateway } from './gateway/gateway.ts';
import type { Log } from './telemetry/log.ts';

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const started = begin(config);
  // A stop that comes during the start waits for it: the first process of a container gets no
  // signal that it does not listen to.
  stopOnSignal(async (signal) => {
    const { close, log } = await started;
    log.info({ signal }, 'stopping');
    await close();
  });
  const gateway = await started;
  const page = config.publicUrl === null ? gateway.url : `${config.publicUrl}/graphql`;
  const { url, adminUrl, apiUrl, log } = gateway;
  log.info({ version, url, adminUrl, apiUrl, settings: settingsGiven(process.env) }, 'started');
  announce([
    `GraphQL and its explorer: ${page} (version ${version})`,
    ...(adminUrl === null ? [] : [`Probes and metrics: ${adminUrl} (without authentication)`]),
    ...(config.upstream === null
      ? [
          `Upstream API: an emulator at ${gateway.apiUrl}; all data is invented.`,
          'To use the real API, set ADS_CONSUMER_KEY and ADS_CONSUMER_SECRET and, for requests without a session,',
          'ADS_ACCESS_TOKEN and ADS_ACCESS_TOKEN_SECRET. docs/real-keys.md explains where to get them.',
        ]
      : [`Upstream API: ${gateway.apiUrl}`]),
    `Try:\n  ${curl(reachableUrl(gateway.url), config.apiKeys.length > 0)}`,
  ]);
};

/** Prints lines for a person; where the output is no terminal, as JSON for its collector. */
const announce = (lines: readonly string[]): void => {
  const time = new Date().toISOString();
  const asJson = (msg: string): string => JSON.stringify({ level: 30, time, msg });
  print(process.stdout.isTTY ? lines : lines.map(asJson));
};

const startWith = async (config: Config, log: Log): Promise<StartedGateway> => {
  if (config.workers > 1) return (await import('./workers/pool.ts')).startWorkers(config, log);
  const { agentRooms } = await import('../agents/rooms.ts');
  return (await import('./gateway/gateway.ts')).startGateway(config, log, { rooms: agentRooms() });
};

const begin = async (config: Config): Promise<StartedGateway & { readonly log: Log }> => {
  // Loaded only now, so that an error of the configuration is shown at once.
  const { createLog } = await import('./telemetry/log.ts');
  const log = createLog(config.logLevel);
  failAfterLines(log);
  const gateway = await startWith(config, log);
  renewOnSignal(gateway, log);
  return { ...gateway, log };
};

const curl = (url: string, wantsKey: boolean): string => {
  const query = '{ accounts(first: 3) { nodes { id name } } }';
  const key = wantsKey ? " -H 'x-api-key: YOUR_KEY'" : '';
  return `curl -s ${url} -H 'content-type: application/json'${key} -d '${JSON.stringify({ query })}'`;
};

/** Serves as a worker. Signals are left to the primary, which tells its workers when to stop. */
const work = async (): Promise<void> => {
  for (const signal of new Set([...stopSignals, 'SIGHUP'])) process.on(signal, () => undefined);
  const { serveAsWorker } = await import('./workers/worker.ts');
  const { agentRooms } = await import('../agents/rooms.ts');
  process.exit(await serveAsWorker({ rooms: agentRooms(), onLog: failAfterLines }));
};

const emulate = async (): Promise<void> => {
  const config = readEmulatorConfig(process.env);
  const { createEmulator } = await import('../emulator/server.ts');
  const emulator = await createEmulator(config);
  print([
    `Emulator of the REST API: ${emulator.url} (sandbox: ${emulator.sandboxUrl}). All data is invented.`,
    `Its accounts, state and controls: ${emulator.url}/__emulator`,
    'Credentials that only work here:',
    ...Object.entries(emulator.variables).map(([name, value]) => `  ${name}=${value}`),
  ]);
  stopOnSignal(emulator.close);
};

const doctor = async (asJson: boolean): Promise<void> => {
  const { examine, linesOf } = await import('../commands/doctor/doctor.ts');
  const report = await examine(process.env);
  print(asJson ? [JSON.stringify(report, null, 2)] : linesOf(report));
  if (!report.ok) process.exitCode = 1;
};

const login = async (): Promise<void> => {
  const config = readConfig(process.env);
  const { sessionFile, signIn } = await import('./auth/login-command.ts');
  const input = createInterface({ input: process.stdin });
  const readPin = async (): Promise<string> => {
    process.stdout.write('PIN: ');
    for await (const line of input) return line.trim();
    return '';
  };
  try {
    print(await signIn(config, sessionFile(process.env), { print, readPin }));
  } finally {
    input.close();
  }
};

const logout = async (revoke: boolean): Promise<void> => {
  const config = readConfig(process.env);
  const { sessionFile, signOut } = await import('./auth/login-command.ts');
  print(await signOut(config, sessionFile(process.env), revoke));
};

const refuseWithout = (error: NodeJS.ErrnoException): never => {
  const install = installAfter(error, '@modelcontextprotocol');
  throw new ConfigError(`MCP needs a package that is not installed: ${install}`);
};

const serveAgents = async (onlyReads: boolean): Promise<void> => {
  const given = readConfig(process.env);
  const mcp = onlyReads || given.mcp === 'read' ? 'read' : 'write';
  const config = { ...given, mcp, adminPort: null } as const;
  const { createLog } = await import('./telemetry/log.ts');
  const log = createLog(config.logLevel);
  failAfterLines(log);
  const ended = once(process.stdin, 'close');
  const { serving, gateway } = await openStdio(config, log);
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= serving.close().then(gateway.close);
    return closing;
  };
  stopOnSignal(close);
  await ended;
  await close();
};

/** Starts a gateway without a listener, and serves agents over standard input and output. */
const openStdio = async (config: Config, log: Log) => {
  const { serveOverStdio } = await import('../agents/stdio.ts').catch(refuseWithout);
  const { acceptNobody: accept } = await import('./http/door/acceptors.ts');
  const { startGateway } = await import('./gateway/gateway.ts');
  const { localCaller } = await import('./auth/login-command.ts');
  const { sessionFile } = await import('./auth/login-command.ts');
  const gateway = await startGateway(config, log, { accept });
  try {
    const host = gateway.host();
    const caller = await localCaller(config, host.identity, sessionFile(process.env));
    return { gateway, serving: serveOverStdio({ config, host, caller }) };
  } catch (error) {
    await gateway.close();
    throw error;
  }
};

const showSchema = async (options: readonly string[]): Promise<void> => {
  const { sdlOf } = await import('./schema/schema-command.ts');
  // The reader may close the pipe early: `ads-graph schema | head`.
  process.stdout.on('error', () => process.exit(0));
  process.stdout.write(sdlOf(options, process.env));
};

const print = (lines: readonly string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};

// A terminal that closes sends SIGHUP.
const hasTerminal = isatty(0);
const stopSignals = ['SIGTERM', 'SIGINT', ...(hasTerminal ? ['SIGHUP'] : [])];

// One stop often comes twice: a service manager or a terminal tells all processes, and the process
// that started this one passes it on.
const sameStopMs = 1000;

/** Calls `stop` at the first signal, and exits at once at the second. */
const stopOnSignal = (stop: (signal: string) => Promise<void>): void => {
  let first: { readonly signal: string; readonly at: number } | null = null;
  const onSignal = (signal: string): void => {
    const at = performance.now();
    if (first !== null) {
      if (signal !== first.signal || at - first.at > sameStopMs) process.exit(1);
      return;
    }
    first = { signal, at };
    stop(signal).then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
};

const nothingToRenew =
  'SIGHUP has no effect: WORKERS is 1, and none of GUARDS, MCP_DOCUMENTS and GATEWAY_API_KEYS_FILE is set';

/** Reads files of the configuration anew at SIGHUP, and replaces the workers. */
const renewOnSignal = ({ renew }: Pick<StartedGateway, 'renew'>, log: Log): void => {
  if (hasTerminal) return;
  process.on('SIGHUP', () => {
    if (renew === null) log.warn(nothingToRenew);
    else void renew();
  });
};

/**
 * Ends the process at an uncaught error, after the log has written its lines or a second has
 * passed.
 */
const failAfterLines = (log: Log): void => {
  process.once('uncaughtException', (error) => {
    setTimeout(fail, 1000, error);
    log.flush(() => fail(error));
  });
};

const fail = (error: unknown): void => {
  process.stderr.write(`ads-graph: ${fatalMessage(error)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
};

type CommandRun = (words: readonly string[]) => Promise<void>;

/** The commands of the gateway itself; `ads-graph.js` starts the others, which are its clients. */
type OwnCommand = Exclude<CommandName, ClientCommand>;

const runs: Readonly<Record<OwnCommand, CommandRun>> = {
  start: async (words) => {
    const { 'print-limits': printsLimits, 'check-guards': file } = optionsOf('start', words);
    if (printsLimits === true) print([JSON.stringify(limitsInForce(process.env), null, 2)]);
    else if (file === undefined) await start();
    else print((await import('./schema/guards-file.ts')).guardSentences(file));
  },
  emulator: async (words) => {
    optionsOf('emulator', words);
    await emulate();
  },
  mcp: async (words) => {
    await serveAgents(optionsOf('mcp', words).read === true);
  },
  doctor: (words) => doctor(optionsOf('doctor', words).json === true),
  login: async (words) => {
    optionsOf('login', words);
    await login();
  },
  logout: (words) => logout(optionsOf('logout', words).revoke === true),
  schema: showSchema,
};

const isOwn = (name: CommandName): name is OwnCommand => Object.hasOwn(runs, name);

const run = async (words: readonly string[]): Promise<void> => {
  if (words.join(' ') === 'worker' && process.connected) return work();
  const asked = readCommandLine(words);
  if (typeof asked === 'string') return print([asked]);
  if (!isOwn(asked.name)) throw new UsageError(`bin/ads-graph.js starts ${asked.name}`);
  await runs[asked.name](asked.words);
};

const words = process.argv.slice(2);
// A process that started this one and could not become it: bin/ads-graph.js with an old Node.
if (process.connected && words[0] !== 'worker') {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
run(words).catch(fail);
