import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const installed = (): string | undefined =>
  [process.env['CHROMIUM'], ...places].find((path) => path !== undefined && existsSync(path));

/** The path of a Chromium, installed by the system's package manager where there is none yet. */
const findChromium = (): string => {
  const known = installed();
  if (known !== undefined) return known;
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-q'], { env, stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], {
      env,
      stdio: 'ignore',
    });
  } catch {
    // What matters is whether there is one now.
  }
  const found = installed();
  if (found !== undefined) return found;
  throw new Error(
    'A Chromium is needed: install Debian package chromium, or set CHROMIUM to its path.',
  );
};

/** A real browser that sends nothing anywhere by itself. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
