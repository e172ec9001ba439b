import type { Scope } from '../scopes.ts';
import type { WritePlan } from './write-plan.ts';

/** The scopes to read, to change, and to raise spending. */
export const scopesFor = {
  reading: ['ads.read'],
  writing: ['ads.read', 'ads.write'],
  spending: ['ads.read', 'ads.write', 'ads.spend'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

/** The scopes that a plan needs to be applied. */
export const scopesOfPlan = ({ maySpend }: Pick<WritePlan, 'maySpend'>): readonly Scope[] =>
  maySpend ? scopesFor.spending : scopesFor.writing;
