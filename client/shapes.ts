import type { Values } from './documents.ts';

/** The variables of every mutation. */
export interface WriteVariables {
  readonly input: object;
}

/** Any of the objects in a value. */
type Objects<Value> = Extract<Value, object>;

type PayloadOf<Data> = Objects<Data[Exclude<keyof Data, '__typename'>]>;

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
  : ByOutcome<PayloadOf<Data>>;

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
