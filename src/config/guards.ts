import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { lowerId } from '../upstream/catalogue/language/identifiers.ts';
import { microsOf } from '../upstream/catalogue/language/money.ts';
import { StartError } from './config-error.ts';
import { readLocatedJson, type TextPosition } from './located-json.ts';
import { hintAt } from './misspelt.ts';

/** A fault in a file of guards: its name, line and column, and a sentence. */
export class GuardsError extends StartError {
  override readonly name = 'GuardsError';
}

/** The message about a value of another kind, or about a member that is not there. */
const says = (text: string) => ({
  error: ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'is missing' : text,
});
const object = says('must be an object');

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

const list = (item: z.ZodType<string>) =>
  z.array(item, says('must be a list')).min(1, 'must name something; leave it out for everything');

const caller = z
  .string()
  .regex(
    /^(agents|sessions|owner|key:[a-z\d-]{1,64})$/,
    'must be agents, sessions, owner or key:NAME',
  );

const account = z
  .string()
  .regex(/^(Account:)?[A-Za-z\d]{1,32}$/, 'must be the id of an account')
  .transform((id) => lowerId(id.replace('Account:', '')));

/** A mutation's name, or the beginning of names with a `*` behind it. */
const mutationIn = (known: readonly string[]) =>
  z.string(says('must be the name of a mutation')).superRefine((name, { addIssue }) => {
    if (known.some((one) => isNamed(one, [name]))) return;
    const hint = name.endsWith('*') ? '' : hintAt(name, known);
    addIssue(`has ${name}, which is no mutation of the schema${hint}`);
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
 * Reads a file of guards; `mutations` are the names of the schema. Throws GuardsError with the
 * first thing that is wrong.
 */
export const readGuards = (file: string, mutations: readonly string[]): readonly GuardRule[] => {
  const wrong = ({ line, column }: TextPosition, message: string) =>
    new GuardsError(`${file}:${line}:${column}: ${message}`);
  const json = readLocatedJson(textOf(file));
  if ('message' in json) throw wrong(json.position, json.message);
  const rules = z
    .array(ruleIn(mutationIn(mutations)), says('must be a list of rules'))
    .superRefine((all, { addIssue }) => {
      const names = all.map(({ name }) => name);
      const index = names.findIndex((name, at) => names.indexOf(name) < at);
      if (index < 0) return;
      addIssue({ code: 'custom', path: [index, 'name'], message: 'is the name of another rule' });
    });
  const { data, error } = z.strictObject({ rules }, object).safeParse(json.value);
  if (data !== undefined) return data.rules;
  const [issue] = error.issues;
  const { path, message } = issueAt(issue as z.core.$ZodIssue);
  throw wrong(json.positionOf(path), message);
};

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new GuardsError(`${file} cannot be read (${code})`);
  }
};

/** The members of a rule, for hints. */
const members = [
  'rules name callers accounts mutations dailyBudget totalBudget bid activationsPerDay items',
  'approval only never max raisePercent raisePerDay above activate delete',
].flatMap((line) => line.split(' '));

const issueAt = (issue: z.core.$ZodIssue) => {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return {
      path: [...path, key],
      message: `There is no member “${key}” here${hintAt(key, members)}`,
    };
  }
  if (issue.code === 'invalid_key') {
    return { path, message: `${String(path.at(-1))}: ${issue.issues[0]?.message ?? message}` };
  }
  // An item of a list is told by the name of the list.
  const name = path.findLast((step) => typeof step === 'string') ?? 'The file';
  return { path, message: `${String(name)} ${message}` };
};
