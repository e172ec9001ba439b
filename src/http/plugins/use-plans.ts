import type { DocumentNode, GraphQLError, GraphQLSchema, ValidationRule } from 'graphql';
import { specifiedRules, validate } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { refused } from '../../errors/errors.ts';
import type { Plan } from '../../execution/plan/plan.ts';
import type { Prepare } from '../../execution/plan/prepare.ts';
import { exclusiveTurn } from '../../upstream/client/pace.ts';
import type { Admission } from '../door/admission.ts';
import type { Exchange } from '../door/exchange.ts';
import { beginLongWork } from '../door/take-place.ts';
import type { OperationPlugin, RequestOperation } from './operation.ts';

export interface PlanRules {
  readonly limits: { readonly queryBytes: number };
  readonly admission: Admission;
  readonly prepare: Prepare;
}

/** A longer new document (in characters) takes milliseconds to plan, so it needs a place. */
const shortDocument = 2048;

const nameIn = ({ operationName }: GraphQLParams): string | null => operationName ?? null;

/**
 * Parses and validates documents, and plans their operations. Plans are cached by text, so that a
 * document is parsed once. A document that another plugin has changed is planned anew.
 */
export const usePlans = (rules: PlanRules): OperationPlugin => {
  const { prepare } = rules;
  const enter = (operation: RequestOperation, plan: Plan): void => {
    operation.plan = plan;
    operation.exchange.record.plan = plan;
  };
  const planErrors = (
    operation: RequestOperation,
    document: DocumentNode,
    params: GraphQLParams,
  ): readonly GraphQLError[] => {
    if (operation.plan?.document === document) return [];
    const planned = prepare.plan(document, nameIn(params));
    if (!('isMutation' in planned)) return planned;
    enter(operation, planned);
    if (operation.parsed === document) prepare.keep(params.query ?? '', nameIn(params), planned);
    return [];
  };
  return {
    onParams: ({ params, context }) => turnFor(rules, params, context.operation.exchange),
    onParse: ({ context: { operation, params }, setParseFn }) => {
      setParseFn((source) => {
        const text = String(source);
        const cached = prepare.cached(text, nameIn(params));
        if (cached === null) {
          operation.parsed = prepare.parse(text, nameIn(params));
          return operation.parsed;
        }
        enter(operation, cached);
        return cached.document;
      });
    },
    onValidate: ({ context: { operation, params }, params: { documentAST }, setValidationFn }) => {
      setValidationFn((schema, _document, rules = []) => {
        const errors = planErrors(operation, documentAST, params);
        return errors.length > 0 ? errors : othersErrors(schema, documentAST, rules);
      });
    },
  };
};

/** The errors by rules of other plugins. A plan has only those of the specification. */
const othersErrors = (
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[],
): readonly GraphQLError[] => {
  const others = rules.filter((rule) => !specifiedRules.includes(rule));
  return others.length === 0 ? [] : validate(schema, document, others);
};

/** A turn of the event loop to plan a document in; undefined if its plan is cached. */
const turnFor = (
  { limits, admission, prepare }: PlanRules,
  params: GraphQLParams,
  exchange: Exchange,
): Promise<void> | undefined => {
  const { query = '' } = params;
  checkQuery(query, limits.queryBytes);
  if (prepare.cached(query, nameIn(params)) !== null) return undefined;
  return query.length > shortDocument ? beginLongWork(admission, exchange) : exclusiveTurn();
};

// Checked before the text is parsed, because that costs time for each byte.
const checkQuery = (text: string, limit: number): void => {
  const bytes = Buffer.byteLength(text);
  if (bytes <= limit) return;
  throw refused(
    413,
    `The query has ${bytes} bytes, more than LIMIT_QUERY_BYTES (${limit}). Move values into variables.`,
    { code: 'PAYLOAD_TOO_LARGE' },
  );
};
