import { z } from 'zod';
import { exclusiveTurn } from '../../src/upstream/client/pace.ts';
import type { ToolAnswer } from '../answers/table.ts';
import { preparePlan } from '../plans/prepare-plan.ts';
import { preparedAnswer, preparedSchema } from '../plans/prepared-answer.ts';
import { refuseDocument } from '../plans/refuse-document.ts';
import type { Writing } from '../plans/writing.ts';
import { scopesOfPlan } from '../scopes.ts';
import { ToolError, wrongArguments } from '../tool-error.ts';
import { argumentsOf, type Tool, type ToolCall, tool } from './tool.ts';

const shared = {
  variables: z.record(z.string(), z.unknown()).optional(),
  why: z.string().min(1).max(1000).describe('the reason, for the person who approves'),
};
const operation = z.string().max(200).describe('a trusted document, by its name');

/** `ads_prepare`: a plan of writes, of which nothing is sent. */
export const prepareTool = (trustedOnly: boolean): Tool =>
  tool({
    name: 'ads_prepare',
    title: 'Prepare a change',
    description:
      'Prepares a GraphQL mutation: says in sentences what it would do, with every fault, and keeps it as a plan. Nothing is sent. idempotencyKey may be left out of variables.',
    input: trustedOnly
      ? argumentsOf({ operation, ...shared })
      : argumentsOf({
          document: z.string().min(1).max(1_000_000).optional(),
          operation: operation.optional(),
          ...shared,
        }),
    output: preparedSchema,
    kind: 'prepares',
    run: async (given, call) => {
      const { variables = {}, why } = given;
      return prepared({ document: textOf(given, call.writing, trustedOnly), variables, why }, call);
    },
  });

/** Prepares a document, and describes its effects. */
export const prepared = async (
  given: Parameters<typeof preparePlan>[0],
  { writing, maxBytes }: ToolCall,
): Promise<ToolAnswer> => {
  const { schema, parse, queryBytes, canElicit } = writing;
  refuseLong(given.document, queryBytes);
  // Parsing a document takes milliseconds.
  await exclusiveTurn();
  const parsed = parse(given.document);
  refuseDocument(schema, parsed);
  const { plan, report } = await preparePlan(given, parsed, writing);
  const lacking = scopesOfPlan(plan).filter((one) => writing.grant?.scopes.has(one) === false);
  const address = writing.addressOf(plan.id);
  return preparedAnswer(plan, report, { address, maxBytes, lacking, canElicit });
};

const refuseLong = (document: string, most: number): void => {
  const bytes = Buffer.byteLength(document);
  if (bytes <= most) return;
  const why = `The document has ${bytes} bytes, more than LIMIT_QUERY_BYTES (${most}).`;
  throw new ToolError('PAYLOAD_TOO_LARGE', why, { next: 'Move values into variables.' });
};

interface DocumentOrName {
  readonly document?: string | undefined;
  readonly operation?: string | undefined;
}

const textOf = (
  { document, operation: name }: DocumentOrName,
  { documentNamed, schema }: Writing,
  trustedOnly: boolean,
): string => {
  if ((document === undefined) === (name === undefined)) {
    throw wrongArguments([{ argument: 'document', message: 'Give either document or operation.' }]);
  }
  const text = document ?? documentNamed(name ?? '');
  if (text !== null) return text;
  const isField = Object.hasOwn(schema.getMutationType()?.getFields() ?? {}, name ?? '');
  const message = `There is no trusted document ${name}.`;
  const instead = `Give document: ads_describe shows one for ${isField ? name : 'each mutation'}.`;
  const all = trustedOnly ? message : `${message} ${instead}`;
  throw wrongArguments([{ argument: 'operation', message: all }]);
};
