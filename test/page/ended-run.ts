import { OperationTypeNode } from 'graphql';
import type { AnswerBody } from '../../explorer/page/gateway/answer-body.ts';
import type { Values } from '../../explorer/page/json.ts';
import { documentOf, operationAt, spotsOf } from '../../explorer/page/language/spots.ts';
import type { EndedRun } from '../../explorer/page/run/run.ts';
import { doneOf } from '../../explorer/page/run/run.ts';
import { totalsOf } from '../../explorer/page/run/totals.ts';
import type { Running } from '../support/gateway.ts';
import { pageSchema } from '../support/page-schema.ts';

/** A run that was answered with this body after 100 ms. */
export const runOf = (query: string, body: AnswerBody, variables: Values = {}): EndedRun => {
  const document = documentOf(query);
  const operation = operationAt(document, 0);
  const spots = spotsOf(document, operation, pageSchema);
  const isMutation = operation?.operation === OperationTypeNode.MUTATION;
  const answered = { at: 0, body, status: 200, bytes: JSON.stringify(body).length, ms: 100 };
  const totals = totalsOf(answered, { spots, isKnown: true, variables, isMutation });
  return doneOf({ answered, totals, operation, variables: JSON.stringify(variables) });
};

/** Sends a request with a trace of the calls to a gateway, like a run of the page. */
export const askedRun = async (
  running: Running,
  query: string,
  variables: Values = {},
): Promise<EndedRun> => {
  const { data, errors, extensions } = await running.ask(query, variables, {
    headers: { 'x-ads-trace': '1' },
  });
  const body = { data, ...(errors && { errors }), ...(extensions && { extensions }) };
  return runOf(query, body, variables);
};
