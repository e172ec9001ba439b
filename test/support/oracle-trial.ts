import { parse, validate } from 'graphql';
import { createLoaders, type Loaders } from '../../src/loaders/index.ts';
import { schema } from '../../src/schema/index.ts';
import type { Ads } from '../../src/upstream/client/client.ts';
import { choicesIn, nodeTypes } from './argument-choices.ts';
import { differenceOf, excessOf } from './comparison.ts';
import { makeDocument, type RandomRequest } from './documents.ts';
import { contextOver, type Outcome, ours, prepareOver, theirs } from './executors.ts';
import { createFaultyAds } from './faulty-upstream.ts';
import { createWorld, type World } from './faulty-world.ts';
import { type Random, randomFrom } from './random.ts';
import { shrunk } from './shrinking.ts';

/**
 * The result of one document: the difference between the executors, null if there is none or if the
 * document was not valid.
 */
export interface Trial {
  readonly isValid: boolean;
  readonly difference: string | null;
}

const prepare = prepareOver(schema);
const documentsPerWorld = 20;
let world: World | null = null;

const worldOf = (seed: number): World => {
  const number = Math.floor(seed / documentsPerWorld);
  if (world?.seed !== number) world = createWorld(number);
  return world;
};

/** A random document about a world. */
export const documentOf = (here: World, random: Random): RandomRequest => {
  const favourites = new Set(Array.from({ length: 3 }, () => random.of(nodeTypes)));
  const choicesOf = choicesIn(here, favourites);
  return makeDocument(schema, { random, choicesOf, favourites, raw: !here.omits });
};

/** One of two ways to execute a document. */
type Execution = (made: RandomRequest, ads: Ads) => Promise<Outcome>;

/** The gateway's executor. */
export const gateway: Execution = (made, ads) => ours(prepare, made, contextOver(ads));
/** The executor of graphql-js, with the gateway's loaders. */
export const reference: Execution = (made, ads) => theirs(schema, made, contextOver(ads));
/** The same with loaders that group nothing: every request for a row is a call of its own. */
export const ungrouped: Execution = (made, ads) =>
  theirs(schema, made, { ...contextOver(ads), loaders: separate(ads) });

const separate = (ads: Ads): Loaders => ({
  rows: (...ask) => createLoaders(ads).rows(...ask),
  complete: (...ask) => createLoaders(ads).complete(...ask),
  pages: (...ask) => createLoaders(ads).pages(...ask),
  total: (...ask) => createLoaders(ads).total(...ask),
  read: (...ask) => createLoaders(ads).read(...ask),
  stats: (...ask) => createLoaders(ads).stats(...ask),
  timeZones: createLoaders(ads).timeZones,
  forget: () => undefined,
});

interface Comparison {
  readonly difference: string | null;
  readonly outcomes: readonly [Outcome, Outcome];
}

/**
 * Sends the document of a seed in both ways, in the world of that seed, and makes it smaller if the
 * answers differ.
 */
export const tryDocument = async (
  seed: number,
  ways: readonly [Execution, Execution],
): Promise<Trial> => {
  const here = worldOf(seed);
  const made = documentOf(here, randomFrom(seed));
  const find = async (text: string): Promise<Comparison> => {
    const ask = (way: Execution, turn: number): Promise<Outcome> =>
      way({ ...made, text }, createFaultyAds(here, randomFrom(seed * 2 + turn)));
    const outcomes = await Promise.all([ask(ways[0], 0), ask(ways[1], 1)]);
    // Of the two, only graphql-js keeps failures below a place that became null later.
    const excess = ways[0] === gateway ? excessOf(outcomes[0]) : null;
    return { difference: excess ?? differenceOf(...outcomes), outcomes };
  };
  if (!isValid(made.text)) return { isValid: false, difference: null };
  const { difference } = await find(made.text);
  if (difference === null) return { isValid: true, difference };
  const fails = async (text: string): Promise<boolean> =>
    isValid(text) && kindOf((await find(text)).difference) === kindOf(difference);
  const text = await shrunk(made.text, fails);
  return { isValid: true, difference: reported(seed, { ...made, text }, await find(text)) };
};

// The place of a difference changes while the document gets smaller.
const kindOf = (difference: string | null): string | undefined => difference?.split(', at [')[0];

// An operation may request the description of the schema, or of one of its types, only once.
const isValid = (text: string): boolean =>
  !/(__schema|__type\().*\1/s.test(text) && validate(schema, parse(text)).length === 0;

const reported = (
  seed: number,
  made: RandomRequest,
  { difference, outcomes }: Comparison,
): string =>
  [
    `SEED=${seed}: ${difference}`,
    made.text,
    `variables: ${JSON.stringify(made.variables)}, operation: ${made.operationName}`,
    ...outcomes.flatMap(({ data, errors, faults }) => [
      `answered: ${data}`,
      ...errors.map((error) => `  ${JSON.stringify(error)}`),
      ...faults
        .slice(0, 1)
        .map((fault) => `  ${fault instanceof Error ? fault.stack : String(fault)}`),
    ]),
  ].join('\n');
