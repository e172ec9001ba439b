import { endpoints } from '../../src/upstream/catalogue/index.ts';
import type { DryEntry } from '../gateway.ts';
import { type ArgumentFault, ToolError } from '../tool-error.ts';

/** Mutations that end tokens: no agent may send them. */
const endsToken: ReadonlySet<string> = new Set(
  endpoints.filter(({ quirks }) => quirks.ends !== undefined).map(({ name }) => name),
);

/** The reason why writes are no plan, with every fault; null if all of them would be sent. */
export const refusalOf = (writes: readonly DryEntry[]): ToolError | null => {
  if (writes.length === 0) {
    return new ToolError('BAD_USER_INPUT', 'The document has no mutation to send.');
  }
  const ending = writes.find(({ field }) => endsToken.has(field));
  if (ending !== undefined) {
    const message = `Agents may not invalidate tokens, so they cannot send ${ending.field}.`;
    return new ToolError('FORBIDDEN', message);
  }
  const errors = writes
    .filter(({ outcome }) => outcome !== 'READY')
    .flatMap((write) => [write, ...write.items, ...write.steps].flatMap((part) => part.errors));
  const isReady = writes.every(({ outcome }) => outcome === 'READY');
  if (isReady) return null;
  const [first] = errors;
  const message = [...new Set(errors.map((error) => error.message))].join(' ');
  return new ToolError(first?.code ?? 'BAD_USER_INPUT', message, { faults: errors.map(faultOf) });
};

const faultOf = ({
  argument = 'input',
  message,
  reason,
  min,
  max,
  ...rest
}: DryEntry['errors'][number]) => {
  const { allowed, example, details } = rest;
  const fault: ArgumentFault = {
    argument,
    message,
    ...(reason !== undefined && { reason }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(allowed !== undefined && { allowed }),
    ...(example !== undefined && { example }),
    ...(details !== undefined && { details }),
  };
  return fault;
};
