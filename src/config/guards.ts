import { z } from 'zod';
import { microsOf } from '../upstream/catalogue/language/money.ts';
import { didYouMean } from '../upstream/catalogue/language/near-names.ts';
import {
  accountId as account,
  haveOwnNames,
  list,
  object,
  readCheckedJson,
  says,
} from './checked-json.ts';

const amountText = 'must be an amount in quotes, such as "500.00", with at most 6 decimals';
const amount = z.string(says(amountText)).transform((text, { addIssue }): bigint => {
  const micros = /^\d/.test(text) ? microsOf(text) : null;
  if (micros === null) addIssue(amountText);
  return BigInt(micros ?? 0);
});
const currency = z.string().regex(/^[A-Z]{3}$/, 'must be currencies such as EUR');
const amounts = z.record(
  currency,
  amount,
  says('must be amounts by currency, as in { "EUR": "500.00" }'),
);
export type MaxAmounts = Readonly<z.infer<typeof amounts>>;

const number = 'must be a whole number, 0 or more';
const count = z.int(says(number)).min(0, number);
const percentText = 'must be a number, 0 or more, with at most 6 decimals';
/** A percentage in millionths. */
const percent = z
  .number(says(percentText))
  .refine((value) => /^\d{1,9}(\.\d{1,6})?$/.test(String(value)), percentText)
  .transform((value) => BigInt(microsOf(String(value)) ?? 0));

const flag = z.boolean(says('must be true or false'));
const hasMember = (members: object): boolean => Object.keys(members).length > 0;
const empty = 'must have a member';

const caller = z
  .string()
  .regex(
    /^(agents|sessions|owner|key:[a-z\d-]{1,64})$/,
    'must be agents, sessions, owner or key:NAME',
  );

/** A mutation's name, or the beginning of names with a `*` behind it. */
const mutationIn = (known: readonly string[]) =>
  z.string(says('must be the name of a mutation')).superRefine((name, { addIssue }) => {
    if (known.some((one) => isNamed(one, [name]))) return;
    const hint = name.endsWith('*') ? '' : didYouMean(name, known);
    addIssue(`has ${name}, which is not a mutation of the schema${hint}`);
  });

const ruleIn = (mutation: z.ZodType<string>) =>
  z.strictObject(
    {
      name: z
        .string(says('must be text'))
        .regex(/^[^\p{C}]{1,64}$/u, 'must have 1 to 64 characters, all of them printable'),
      callers: list(caller).exactOptional(),
      accounts: list(account).exactOptional(),
      mutations: z
        .strictObject(
          {
            only: list(mutation).exactOptional(),
            never: list(mutation).exactOptional(),
          },
          object,
        )
        .refine((members) => Object.keys(members).length === 1, 'must have either only or never')
        .exactOptional(),
      dailyBudget: z
        .strictObject(
          {
            max: amounts.exactOptional(),
            raisePercent: percent.exactOptional(),
            raisePerDay: amounts.exactOptional(),
          },
          object,
        )
        .refine(hasMember, empty)
        .exactOptional(),
      totalBudget: z.strictObject({ max: amounts }, object).exactOptional(),
      bid: z.strictObject({ max: amounts }, object).exactOptional(),
      activationsPerDay: count.exactOptional(),
      items: count.exactOptional(),
      approval: z
        .strictObject(
          {
            above: amounts.exactOptional(),
            activate: flag.exactOptional(),
            delete: flag.exactOptional(),
          },
          object,
        )
        .refine(hasMember, empty)
        .exactOptional(),
    },
    object,
  );

/** A rule about writes, as an operator gave it. MaxAmounts are micros by currency. */
export type GuardRule = Readonly<z.infer<ReturnType<typeof ruleIn>>>;

/** True if a name is in a list of names, of which some end with `*`. */
export const isNamed = (name: string, listed: readonly string[]): boolean =>
  listed.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name));

/**
 * Reads a file of guards; `mutations` are the names of the schema. Throws FileError with the first
 * thing that is wrong.
 */
export const readGuards = (file: string, mutations: readonly string[]): readonly GuardRule[] => {
  const rules = z
    .array(ruleIn(mutationIn(mutations)), says('must be a list of rules'))
    .superRefine(haveOwnNames('is the name of another rule'));
  return readCheckedJson(file, z.strictObject({ rules }, object), members).rules;
};

/** The members of a rule, for hints. */
const members = [
  'rules name callers accounts mutations dailyBudget totalBudget bid activationsPerDay items',
  'approval only never max raisePercent raisePerDay above activate delete',
].flatMap((line) => line.split(' '));
