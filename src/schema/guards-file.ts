import { FileError } from '../config/checked-json.ts';
import { ConfigError } from '../config/config-error.ts';
import { type GuardRule, type MaxAmounts, readGuards } from '../config/guards.ts';
import { decimalOf } from '../upstream/catalogue/language/money.ts';
import { schema } from './index.ts';

/** A rule in words, for the operator: its subjects, then a sentence for each of its members. */
const sentencesOf = (rule: GuardRule): readonly string[] => {
  const said = (Object.keys(templates) as LimitingMember[]).flatMap((member) => {
    const value = rule[member];
    return value === undefined ? [] : templates[member](value as never);
  });
  return [
    `“${rule.name}” applies to ${whoOf(rule)}:`,
    ...(said.length === 0 ? ['It refuses nothing.'] : said).map((sentence) => `  ${sentence}`),
  ];
};

const whoOf = ({ callers, accounts }: GuardRule): string => {
  const who = callers === undefined ? 'everyone' : callers.map(callerText).join(', ');
  return accounts === undefined
    ? `${who}, in every account`
    : `${who}, in the ${accounts.length === 1 ? 'account' : 'accounts'} ${accounts.join(', ')}`;
};

const callerText = (caller: string): string =>
  caller.startsWith('key:') ? `the key ${caller.slice('key:'.length)}` : caller;

type LimitingMember = keyof typeof templates;
type Templates = {
  readonly [M in Exclude<keyof GuardRule, 'name' | 'callers' | 'accounts'>]: (
    value: Exclude<GuardRule[M], undefined>,
  ) => readonly string[];
};

const templates = {
  mutations: ({ only, never }) => [
    ...(only === undefined ? [] : [`Only ${only.join(', ')}, and writes that do nothing else.`]),
    ...(never === undefined ? [] : [`Never ${never.join(', ')}, nor writes that include it.`]),
  ],
  dailyBudget: ({ max, raisePercent, raisePerDay }) => [
    ...mostOf('daily budget', max),
    ...(raisePercent === undefined
      ? []
      : [`A daily budget is raised by at most ${decimalOf(`${raisePercent}`)} % at once.`]),
    ...(raisePerDay === undefined
      ? []
      : [`All daily budgets of an account are raised by at most ${textOf(raisePerDay)} in a day.`]),
    'No daily budget is cleared.',
  ],
  totalBudget: ({ max }) => [...mostOf('total budget', max), 'No total budget is cleared.'],
  bid: ({ max }) => [...mostOf('bid', max), 'No line item bids AUTO, or without a bid.'],
  activationsPerDay: (most) => [
    `At most ${most} campaigns, line items or other entities of an account are activated in a day.`,
  ],
  items: (most) => [`A document has at most ${most} items.`],
  approval: ({ above, activate, delete: deletes }) => [
    ...(above === undefined
      ? []
      : [`Agents need approval for a budget or bid above ${textOf(above, 'always')}.`]),
    ...(activate === true ? ['Agents need approval to activate anything.'] : []),
    ...(deletes === true ? ['Agents need approval to delete anything.'] : []),
  ],
} as const satisfies Templates;

const mostOf = (what: string, most: MaxAmounts | undefined): readonly string[] =>
  most === undefined ? [] : [`A ${what} is at most ${textOf(most)}.`];

/** MaxAmounts, and what becomes of other currencies. */
const textOf = (amounts: MaxAmounts, others = 'lowered only'): string => {
  const all = Object.entries(amounts).map(
    ([currency, micros]) => `${decimalOf(`${micros}`)} ${currency}`,
  );
  return `${all.length === 0 ? 'nothing' : all.join(', ')} (other currencies: ${others})`;
};

const rulesOf = (file: string): readonly GuardRule[] =>
  readGuards(file, Object.keys(schema.getMutationType()?.getFields() ?? {}));

/** The rules in the file that GUARDS names; none without a file. Throws ConfigError. */
export const guardsIn = ({
  guardsFile,
}: {
  readonly guardsFile: string | null;
}): readonly GuardRule[] => {
  if (guardsFile === null) return [];
  try {
    return rulesOf(guardsFile);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new ConfigError(`GUARDS must be a file of rules. ${error.message}`);
  }
};

/** The rules in a file as sentences, a line each. Throws FileError. */
export const guardSentences = (file: string): readonly string[] =>
  rulesOf(file).flatMap(sentencesOf);
