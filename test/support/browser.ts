import { existsSync } from 'node:fs';
import type { BrowserServer } from 'playwright-core';
import { chromium } from 'playwright-core';
import { apt, install, printVersion } from './debian.ts';

// Chromium without windows. A page takes less than half of the CPU time there.
const shell = '/usr/bin/chromium-headless-shell';
const places = [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const installed = (): string | undefined => places.find((path) => existsSync(path));

/** The path of a Chromium. If Debian has the one without windows, that is installed. */
const findChromium = (): string => {
  const chosen = process.env['CHROMIUM'];
  if (chosen !== undefined) return chosen;
  if (!existsSync(shell)) install('chromium-headless-shell');
  if (installed() === undefined) {
    apt('update');
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (installed() === undefined) install(name);
    }
  }
  const found = installed();
  if (found !== undefined) return found;
  throw new Error(
    'A Chromium is needed: install Debian package chromium-headless-shell, or set CHROMIUM to its path.',
  );
};

/** Starts a real browser, to which tests connect. By itself it sends nothing. */
export const startBrowser = (): Promise<BrowserServer> => {
  const executablePath = findChromium();
  printVersion(executablePath);
  return chromium.launchServer({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages of tests are short-lived: optimising their scripts takes longer than it saves.
      '--js-flags=--no-opt --no-maglev',
    ],
  });
};
