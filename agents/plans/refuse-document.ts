import type { DocumentNode, GraphQLSchema } from 'graphql';
import { getNamedType, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { ToolError } from '../tool-error.ts';

/**
 * Refuses a document that has identifiers of people, which belong in variables because no log shows
 * those, or that asks for a response in parts.
 */
export const refuseDocument = (schema: GraphQLSchema, document: DocumentNode): void => {
  const info = new TypeInfo(schema);
  const refusePeople = (): void => {
    const type = info.getInputType();
    if (type === undefined || type === null || getNamedType(type).name !== 'PersonalIdentifier') {
      return;
    }
    throw new ToolError('BAD_USER_INPUT', 'Put identifiers of people into variables.');
  };
  visit(
    document,
    visitWithTypeInfo(info, {
      StringValue: refusePeople,
      IntValue: refusePeople,
      Directive: ({ name }) => {
        if (name.value === 'defer' || name.value === 'stream') throw wantsParts();
      },
    }),
  );
};

/** True for a document that asks for a response in parts. */
export const asksForParts = (text: string): boolean => /@(?:defer|stream)\b/.test(text);

/** The error for a document that asks for a response in parts. */
export const wantsParts = (): ToolError =>
  new ToolError('BAD_USER_INPUT', 'Remove @defer and @stream: a tool returns one whole response.');
