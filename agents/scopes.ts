import type { WritePlan } from './plans/write-plan.ts';

/** The scopes of clients; each allows what the one before does not. */
export const scopes = ['ads.read', 'ads.write', 'ads.spend'] as const;

export type Scope = (typeof scopes)[number];

/** The scopes to read, to change, and to raise spending. */
export const scopesFor = {
  reading: ['ads.read'],
  writing: ['ads.read', 'ads.write'],
  spending: ['ads.read', 'ads.write', 'ads.spend'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

/** The scopes that a plan needs to be applied. */
export const scopesOfPlan = ({ maySpend }: Pick<WritePlan, 'maySpend'>): readonly Scope[] =>
  maySpend ? scopesFor.spending : scopesFor.writing;
