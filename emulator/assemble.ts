import { endpoints } from '../src/upstream/catalogue/index.ts';
import { handlersOf } from './behaviours/behaviours.ts';
import { createCalls } from './calls.ts';
import { decisionPage } from './consent.ts';
import type { Controls } from './control.ts';
import { createFaults } from './faults.ts';
import { addRows } from './own-rows.ts';
import { pictureOf } from './picture.ts';
import { createRateWindows } from './rate-windows.ts';
import { createRoutes } from './routes.ts';
import type { OwnRows } from './row-types.ts';
import type { World } from './scope.ts';
import { seededMedia } from './seed/media.ts';
import { createSeed, type SeededAccount } from './seed/seed.ts';
import type { ListenerParts } from './serve.ts';
import { createSessions } from './sessions.ts';
import { defaultSettings, type Settings, settingsIn } from './settings.ts';
import { createVerifier } from './signature.ts';
import { consumer, type User } from './users.ts';
import { createWorld } from './world.ts';

interface Clock {
  readonly now: () => number;
  readonly restart: () => void;
}

interface Assembly {
  readonly seed: number;
  readonly clock: Clock;
  readonly rateWindows: boolean;
  readonly strict: boolean;
  readonly rows: OwnRows;
  readonly sessionSecret: string;
}

/** The parts of an emulator: those that answer the API, and those that its own routes change. */
export const assemble = (assembly: Assembly) => {
  const { seed, clock, rateWindows, strict, rows } = assembly;
  const initial = (): Settings => ({ ...defaultSettings(), rateWindows, strict });
  const settings = initial();
  const seeded = createSeed(seed);
  const world = createWorld(seeded, settings, clock.now);
  addRows(world, rows);
  const rates = createRateWindows(settings, world.now);
  const serving: ListenerParts = { ...servingOf(world), countRate: rates.count };
  const sessions = createSessions(world, { secret: assembly.sessionSecret, now: clock.now });
  const { accounts } = seeded;
  const controls: Controls = {
    about: () => aboutOf(seed, accounts, world.tokens.users()),
    decide: (decision) => decisionPage(world.tokens, decision),
    calls: serving.calls.list,
    fault: serving.faults.add,
    faults: serving.faults.list,
    settings: () => settings,
    set: (changes) => void Object.assign(settings, settingsIn(changes)),
    addRows: (added) => addRows(world, added),
    openSession: sessions.ordered,
    media: (mediaKey, wantsPoster) => mediumOf(world, mediaKey, wantsPoster),
    reset: ({ data }) => {
      for (const one of [serving.calls, serving.faults, rates]) one.clear();
      Object.assign(settings, initial());
      if (!data) return;
      clock.restart();
      world.restart();
      addRows(world, rows);
    },
  };
  return { controls, serving, accounts, sessionOf: sessions.of };
};

const servingOf = (world: World) => ({
  world,
  calls: createCalls(),
  faults: createFaults(),
  handlers: handlersOf(endpoints),
  route: createRoutes(endpoints),
  verify: createVerifier({
    consumer,
    secretOf: (token) => world.tokens.secretOf(token),
    now: world.now,
    isAnyTime: () => world.settings.anyTimestamp,
  }),
});

const svg = (content: string) => ({ type: 'image/svg+xml', content });

/** An uploaded file, its poster, or a drawing for a file of the seed; null for another key. */
const mediumOf = ({ uploads }: World, mediaKey: string, wantsPoster: boolean) => {
  const upload = uploads.byKey(mediaKey);
  if (upload === undefined) return seededPicture(mediaKey);
  if (wantsPoster) return svg(pictureOf(mediaKey, 'video'));
  return { type: upload.type, content: new Uint8Array(upload.content) };
};

const seededPicture = (mediaKey: string) => {
  const row = seededMedia.get(mediaKey);
  if (row === undefined) return null;
  const size = { width: Number(row['width']), height: Number(row['height']) };
  return svg(pictureOf(mediaKey, row['media_type'] === 'IMAGE' ? 'image' : 'video', size));
};

const aboutOf = (seed: number, accounts: readonly SeededAccount[], users: readonly User[]) => ({
  what: 'An emulator of the X Ads REST API, version 12. All of its data is invented.',
  seed,
  users: users.map(({ userId, screenName }) => ({ userId, screenName })),
  accounts,
});
