import type { GraphQLSchema } from 'graphql';
import { buildSchema } from 'graphql';
import { useEffect, useState } from 'preact/hooks';

const load = async (): Promise<GraphQLSchema | null> => {
  const response = await fetch('schema.graphql');
  if (!response.ok) return null;
  return buildSchema(await response.text(), { assumeValid: true });
};

/** The schema, once it is there; null until then, and where the gateway does not show it. */
export const useSchema = (): GraphQLSchema | null => {
  const [schema, setSchema] = useState<GraphQLSchema | null>(null);
  useEffect(() => {
    load().then(setSchema, () => setSchema(null));
  }, []);
  return schema;
};
