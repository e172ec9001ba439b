/** A text that leads a model through tools; people choose it in their host. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** The tools that it needs. */
  readonly needs: readonly string[];
  readonly text: (given: PromptValues) => string;
}

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

/** Arguments by their names. */
export type PromptValues = Readonly<Record<string, string>>;

/** The argument of prompts about one account or all. */
export const accountArgument: PromptArgument = {
  name: 'account',
  description: 'The id of an account; all accounts without it.',
  required: false,
};

/** A call in the text of a prompt: `ads_find {"kind":"CAMPAIGN"}`. */
export const callText = (tool: string, given: object = {}): string =>
  `${tool} ${JSON.stringify(given)}`;

/** Numbered calls for one account; without its id, they begin with the list of all accounts. */
export const stepsFor = (account: string | undefined, calls: readonly string[]): string => {
  const numbered = (all: readonly string[], from: number): string =>
    all.map((call, at) => `${from + at}. ${call}`).join('\n');
  if (account !== undefined) return numbered(calls, 1);
  const each = 'Then for each account, with its id for ACCOUNT:';
  return [`1. ${callText('ads_accounts')}`, each, numbered(calls, 2)].join('\n');
};
