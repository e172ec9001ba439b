import { type GraphQLSchema, getNamedType, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { ToolError } from '../tool-error.ts';
import { parseDocument } from './parse-document.ts';

/** Refuses a document with identifiers of people: variables are for them, which no log shows. */
export const refusePeople = (schema: GraphQLSchema, text: string): void => {
  const info = new TypeInfo(schema);
  const refuse = (): void => {
    const type = info.getInputType();
    if (type === undefined || type === null || getNamedType(type).name !== 'PersonalIdentifier') {
      return;
    }
    throw new ToolError('BAD_USER_INPUT', 'Identifiers of people belong into variables.');
  };
  visit(parseDocument(text), visitWithTypeInfo(info, { StringValue: refuse, IntValue: refuse }));
};
