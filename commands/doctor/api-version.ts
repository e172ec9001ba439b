import { adsVersion } from '../../src/upstream/catalogue/language/endpoint.ts';
import { dayMs } from '../../src/upstream/catalogue/language/times.ts';
import { type Check, fine, wrong } from './finding.ts';
import type { Patient } from './patient.ts';

const update = 'Update ads-graph to a release that uses the current version';

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const dates = new RegExp(
  `\\d{4}-\\d{2}-\\d{2}|(?:${months})[a-z]* \\d{1,2},? \\d{4}|\\d{1,2} (?:${months})[a-z]* \\d{4}`,
  'gi',
);

/**
 * The last day that a text names, in milliseconds since 1970: of "ends on March 31, 2027" the end
 * of that day. Null if it names none.
 */
const lastDayIn = (text: string): number | null => {
  const days = [...text.matchAll(dates)].map(([day]) =>
    Date.parse(/^\d{4}-/.test(day) ? day : `${day} UTC`),
  );
  const last = Math.max(...days.filter((day) => !Number.isNaN(day)));
  return Number.isFinite(last) ? last + dayMs : null;
};

/** Checks that the API still has the version, and reports its announcements. */
export const apiVersion: Check = {
  name: 'API version',
  examine: async ({ hosts, accounts, viewer, notices }: Patient) => {
    // Announcements come with responses of the API, so a call is made first.
    if (viewer !== null) await accounts().catch(() => undefined);
    const { status, currentVersion } = (await hosts()).ads;
    if (status === 400 || status === 404 || status === 410) {
      return wrong(`the API answers ${status} to version ${adsVersion}`, update);
    }
    const warnings = notices()
      .filter(({ kind }) => kind === 'warning')
      .map(({ text }) => text);
    const end = lastDayIn(warnings.join(' '));
    const said = [`version ${adsVersion} is used, ${currentIs(currentVersion)}`, ...warnings];
    if (end !== null && end <= Date.now()) return wrong(said.join('; '), update);
    return fine(said.join('; '), warnings.length === 0 ? null : `${update} before it ends`);
  },
};

const currentIs = (current: string | null): string => {
  if (current === null) return 'and the API does not say which is the current one';
  return current === adsVersion ? 'which is the current one' : `and the current one is ${current}`;
};
