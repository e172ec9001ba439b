import { sessionFile } from '../../src/auth/login-command.ts';
import { type Config, type Environment, readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/config-error.ts';
import { accounts } from './accounts.ts';
import { addresses } from './addresses.ts';
import { adsAccess } from './ads-access.ts';
import { apiVersion } from './api-version.ts';
import { applicationKeys } from './application-keys.ts';
import { clock } from './clock.ts';
import { configuration } from './configuration.ts';
import { documents } from './documents.ts';
import { features } from './features.ts';
import { type Check, type Finding, wrong } from './finding.ts';
import { guards } from './guards.ts';
import { ownerToken } from './owner-token.ts';
import { type Patient, withPatient } from './patient.ts';
import { ports } from './ports.ts';
import { redis } from './redis.ts';

const checks: readonly Check[] = [
  configuration,
  addresses,
  clock,
  applicationKeys,
  ownerToken,
  adsAccess,
  accounts,
  features,
  apiVersion,
  redis,
  ports,
  guards,
  documents,
];

/** The findings of the doctor, as `--json` prints them. */
export interface Report {
  readonly ok: boolean;
  readonly checks: readonly (Finding & { readonly name: string })[];
}

/** Looks at everything that a gateway with these variables needs. Changes nothing. */
export const examine = async (variables: Environment): Promise<Report> => {
  const config = configOf(variables);
  const found =
    config instanceof ConfigError
      ? [{ name: configuration.name, ...unreadable(config) }]
      : await withPatient(config, sessionFile(variables), examineAll);
  return { ok: found.every(({ ok }) => ok), checks: found };
};

const configOf = (variables: Environment): Config | ConfigError => {
  try {
    return readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
};

const unreadable = ({ message }: ConfigError): Finding =>
  wrong(message, 'Correct the variable; the other checks need it');

const examineAll = async (patient: Patient): Promise<Report['checks']> => {
  const found = [];
  for (const { name, examine: look } of checks) found.push({ name, ...(await look(patient)) });
  return found;
};

/** The report as lines for a person. */
export const linesOf = ({ checks: found }: Report): readonly string[] =>
  found.map(
    ({ name, ok, message, todo }) =>
      `${ok ? '✓' : '✗'} ${name}: ${message}.${todo === null ? '' : ` ${todo}.`}`,
  );
