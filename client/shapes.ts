import type { Values } from './documents.ts';

/** The variables of every mutation. */
export interface WriteVariables {
  readonly input: object;
}

/**
 * The variables of a write without the key that a launch or a copy must have: the client adds it.
 */
export type Keyless<Variables> = Variables extends {
  readonly input: { readonly idempotencyKey: infer Key };
}
  ? Omit<Variables, 'input'> & {
      readonly input: Omit<Variables['input'], 'idempotencyKey'> & {
        readonly idempotencyKey?: Key | undefined;
      };
    }
  : Variables;

/** Any of the objects in a value. */
type Objects<Value> = Extract<Value, object>;

type PayloadOf<Data> = Objects<Data[Exclude<keyof Data, '__typename'>]>;

/** The names of members that no value can have, such as `errors` in `{ errors?: never }`. */
type Lacking<Payload> = {
  [Name in keyof Payload]-?: [Exclude<Payload[Name], undefined>] extends [never] ? Name : never;
}[keyof Payload];

/** Of a payload that codegen types as one with or without its deferred parts, the one with all. */
type Whole<Payload> = Payload extends unknown
  ? [Lacking<Payload>] extends [never]
    ? Payload
    : never
  : never;

/** A payload as a union by its outcome. */
type ByOutcome<Payload> = Payload extends { readonly outcome: infer Outcome extends string }
  ? Outcome extends string
    ? Payload & { readonly outcome: Outcome }
    : never
  : never;

type Outcome = 'APPLIED' | 'REJECTED' | 'NOT_APPLIED' | 'UNKNOWN';

/** The payload of a mutation, as a union by its `outcome`. */
export type Written<Data> = [PayloadOf<Data>] extends [never]
  ? ByOutcome<Values & { readonly outcome: Outcome }>
  : ByOutcome<Whole<PayloadOf<Data>>>;

/** A step of a launch. */
export type StepOf<Data> =
  PayloadOf<Data> extends infer Payload
    ? Payload extends { readonly steps: readonly (infer Step)[] }
      ? Step
      : never
    : never;

// Without types of its own, a document may have any member.
type Member<Value, Name extends string> = unknown extends Value
  ? unknown
  : Value extends object
    ? Name extends keyof Value
      ? Value[Name]
      : never
    : never;

/** A row of the connection at a path. */
export type RowAt<Data, Path extends string> = Path extends `${infer Name}.${infer Rest}`
  ? RowAt<Member<Data, Name>, Rest>
  : RowOf<Member<Data, Path>>;

/** A path that leads to a connection; any other one does not compile. */
export type Leading<Data, Path extends string> = [RowAt<Data, Path>] extends [never] ? never : Path;

type RowOf<Connection> = unknown extends Connection
  ? Values
  : Connection extends { readonly nodes: readonly (infer Row)[] }
    ? Row
    : Connection extends { readonly edges: readonly { readonly node: infer Row }[] }
      ? Row
      : never;
