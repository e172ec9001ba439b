import { readFileSync } from 'node:fs';
import type { GraphQLFieldMap } from 'graphql';
import { buildSchema, getNamedType, isLeafType, isObjectType } from 'graphql';
import type { Growth } from './results.ts';
import type { RunningTarget, Stage } from './stage.ts';
import { root } from './targets.ts';
import { cpuMsOf, settle } from './usage.ts';
import { accountToWalk } from './workload/dataset.ts';

const wanted = 400;
const warm = 150;
const documents = 40;

type Fields = GraphQLFieldMap<unknown, unknown>;

const fieldsOf = (fields: Fields, name: string): Fields => {
  const type = getNamedType(fields[name]?.type);
  return isObjectType(type) ? type.getFields() : {};
};

const leavesOf = (fields: Fields): readonly string[] =>
  Object.values(fields).flatMap(({ name, args, type }) =>
    isLeafType(getNamedType(type)) && args.length === 0 ? [name] : [],
  );

/**
 * This many fields of an account: the leaves of its lists. Lists of no rows call nothing upstream,
 * so only the cost of the document is left.
 */
const selectionOf = (schemaText: string): string => {
  const account = buildSchema(schemaText).getType('Account');
  const fields = isObjectType(account) ? account.getFields() : {};
  const parts: string[] = [];
  let left = wanted - 1;
  for (const { name, args } of Object.values(fields)) {
    const leaves = leavesOf(fieldsOf(fieldsOf(fields, name), 'nodes'));
    if (leaves.length === 0 || args.some(({ type }) => String(type).endsWith('!'))) continue;
    const taken = leaves.slice(0, Math.max(0, left - 6));
    if (taken.length === 0) break;
    parts.push(
      `${name}(first: 0) { pageInfo { hasNextPage hasPreviousPage endCursor } nodes { ${taken.join(' ')} } }`,
    );
    left -= taken.length + 6;
  }
  if (left > 6) throw new Error(`the schema has ${left} fields too few`);
  return parts.join(' ');
};

/** The CPU of requests with a large document, each with another one that was never sent before. */
export const measureFresh = async (
  stage: Stage,
  started: RunningTarget,
  rounds: number,
): Promise<Growth> => {
  const selection = selectionOf(readFileSync(`${root}schema.graphql`, 'utf8'));
  const ask = async (name: string): Promise<void> => {
    const query = `query ${name}($id: ID!) { account(id: $id) { ${selection} } }`;
    const response = await fetch(`${started.origin}${started.target.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query, variables: { id: accountToWalk.account.id } }),
    });
    const { errors } = (await response.json()) as { readonly errors?: readonly unknown[] };
    if (errors !== undefined) throw new Error(`${started.target.name}: ${JSON.stringify(errors)}`);
  };
  for (let number = 0; number < warm; number += 1) await ask(`Warm${number}`);
  await stage.takeCalls();
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await stage.patience.waitForCalm();
    const before = cpuMsOf(started.pid);
    for (let number = 0; number < documents; number += 1) await ask(`Fresh${round}_${number}`);
    await settle(started.pid);
    costs.push(((cpuMsOf(started.pid) - before) * 1000) / documents);
  }
  return {
    target: started.target.name,
    about: `a document of ${wanted} fields that was never sent before`,
    calls: await stage.takeCalls(),
    cpu: Math.min(...costs),
  };
};
