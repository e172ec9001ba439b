import { type GetPromptResult, ProtocolError, type Server } from '@modelcontextprotocol/server';
import type { Agents } from '../agents.ts';
import { budgetPacing } from './budget-pacing.ts';
import { dailyCheck } from './daily-check.ts';
import { launchCampaign } from './launch-campaign.ts';
import type { Prompt, PromptValues } from './prompt.ts';

const all: readonly Prompt[] = [budgetPacing, dailyCheck, launchCampaign];

/** Offers the prompts whose tools are all there. */
export const servePrompts = (server: Server, { tools }: Pick<Agents, 'tools'>): void => {
  const offered = all.filter(({ needs }) => needs.every((name) => tools.has(name)));
  server.setRequestHandler('prompts/list', () => ({
    prompts: offered.map(({ name, title, description, arguments: args }) => ({
      name,
      title,
      description,
      arguments: [...args],
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const found = offered.find(({ name }) => name === params.name);
    if (found === undefined)
      throw new ProtocolError(-32602, `There is no prompt ${params.name.slice(0, 100)}`);
    return shown(found, params.arguments ?? {});
  });
};

/** The longest argument: a model reads these texts as the user's wish. */
const longest = 500;

const shown = (prompt: Prompt, given: PromptValues): GetPromptResult => {
  for (const { name, required } of prompt.arguments) {
    const value = given[name];
    if (required && !value) throw new ProtocolError(-32602, `${prompt.name} needs ${name}`);
    if (value !== undefined && value.length > longest) {
      throw new ProtocolError(-32602, `${name} must have at most ${longest} characters`);
    }
  }
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const text = prompt.text(values);
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
};
